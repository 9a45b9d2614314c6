#pragma once

// Finds the keys that sign a request.

#include "arrow/filesystem/s3fs.h"
#include "oss/endpoint.h"

namespace paisql::oss {

// Takes the keys of the description; else, for oss:// places, those of $OSS_ACCESS_KEY_ID and
// $OSS_ACCESS_KEY_SECRET (with $OSS_SESSION_TOKEN) and of ~/.ossutilconfig; else the keys that
// Amazon's own programs use: $AWS_ACCESS_KEY_ID and the like, ~/.aws, the role of the machine.
// False without keys.
bool TakeKeys(const Endpoint& endpoint, arrow::fs::S3Options* options);

}  // namespace paisql::oss
