#pragma once

// Files that a user names, which may be anything: a FIFO waits for its writer, and a device has no
// end.

#include <cstddef>
#include <string>

#include "base/files/files.h"
#include "base/result.h"

namespace paisql {

inline constexpr size_t kMostSourceBytes = size_t{256} << 20;

// The file to read. kIo for what is not a regular file; a FIFO without a writer does not let wait.
Result<Descriptor> OpenRegular(const std::string& path);

// The text of a code file or document. kIo for what is not a regular file or is longer.
Result<std::string> ReadSource(const std::string& path, size_t most_bytes = kMostSourceBytes);

// Whether the open file is a device which may give bytes for ever: not a terminal, nor /dev/null.
bool IsEndlessDevice(int descriptor);

}  // namespace paisql
