#pragma once

// The rows of a result as CSV, as clients without a tunnel get them.

#include <string>

#include "base/result.h"
#include "instances/instance_result.h"

namespace paisql::rest {

// Clients without a tunnel get so many rows, as on the platform.
inline constexpr int64_t kMostCsvRows = 10000;

// A line of names, and one for each of the first rows: texts are quoted, and NULL is \N.
Result<std::string> ResultCsv(const instances::InstanceResult& result);

}  // namespace paisql::rest
