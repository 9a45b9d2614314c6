#pragma once

// Whose keys a request is signed with.

#include "arrow/filesystem/s3fs.h"
#include "oss/endpoint.h"

namespace paisql::oss {

// Those of the description; else, for oss:// places, those of $OSS_ACCESS_KEY_ID and
// $OSS_ACCESS_KEY_SECRET (with $OSS_SESSION_TOKEN) and of ~/.ossutilconfig; else what Amazon's own
// programs use: $AWS_ACCESS_KEY_ID and the like, ~/.aws, the role of the machine. False without
// keys.
bool TakeKeys(const Endpoint& endpoint, arrow::fs::S3Options* options);

}  // namespace paisql::oss
