#pragma once

// What a client downloads through a tunnel: rows of an instance's result.

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "instances/instance.h"
#include "rest/call.h"

namespace paisql::rest {

// A description of the download, of what the instance has answered so far.
// `partition_keys` are the last ones of the result's columns, which records do not have.
Answer DescribeDownload(const instances::Instance& instance, size_t partition_keys);

// The rows and columns that the call's parameters rowrange and columns name, as records.
Answer DownloadRows(const Call& call, const instances::Instance& instance, size_t partition_keys);

}  // namespace paisql::rest
