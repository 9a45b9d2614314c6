#pragma once

// The small file operations of this room alone. Errors are kEnvironment or kIo and name the path.
// Private to jobs.

#include <string>
#include <string_view>

#include "base/files/files.h"

namespace paisql::jobs {

bool IsFile(const std::string& path);
// The last `limit` bytes of a file; "" when it cannot be read.
std::string ReadTail(const std::string& path, size_t limit);
// The copy is its owner's alone.
Status CopyFile(const std::string& from, const std::string& to);
// A folder with all in it, into a folder that is made where there is none. Links to files are
// copied as files; kFileOperation for a link to a folder, and for what is neither file nor folder.
Status CopyFolder(const std::string& from, const std::string& to);

}  // namespace paisql::jobs
