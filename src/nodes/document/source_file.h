#pragma once

// Files of users that are read as a whole: code and documents.

#include <string>

#include "base/result.h"

namespace paisql::nodes {

// kIo for what is not a regular file: reading a FIFO waits for its writer, and a device has no end.
Result<std::string> ReadSource(const std::string& path);

}  // namespace paisql::nodes
