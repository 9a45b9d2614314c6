#include "nodes/document/source_file.h"

#include <sys/stat.h>

#include "base/files/files.h"

namespace paisql::nodes {

Result<std::string> ReadSource(const std::string& path) {
  struct stat found = {};
  if (stat(path.c_str(), &found) != 0 || S_ISREG(found.st_mode)) return ReadFile(path);
  const char* kind = S_ISDIR(found.st_mode)    ? "a folder"
                     : S_ISFIFO(found.st_mode) ? "a FIFO"
                     : S_ISSOCK(found.st_mode) ? "a socket"
                                               : "a device";
  return Error{ErrorCode::kIo,
               path + " is " + kind + ", not a file",
               {},
               "copy what it gives to a file, and name that"};
}

}  // namespace paisql::nodes
