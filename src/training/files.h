#pragma once

// The small file operations of this room alone. Errors are kEnvironment or kIo and name the path.
// Private to training.

#include <string>
#include <string_view>

#include "base/files.h"

namespace paisql::training {

bool IsFile(const std::string& path);
// The last `limit` bytes of a file; "" when it cannot be read.
std::string ReadTail(const std::string& path, size_t limit);
// Writes a new file beside the path and renames it, so that readers see all of it or the old one.
Status WriteFile(const std::string& path, std::string_view text);
Status CopyFile(const std::string& from, const std::string& to);

}  // namespace paisql::training
