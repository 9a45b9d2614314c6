#include "rest/temporary_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "base/files/files.h"

namespace paisql::rest {

Result<TemporaryFile> TemporaryFile::Make(std::string_view bytes) {
  const char* const folder = std::getenv("TMPDIR");
  std::string path = std::string(folder == nullptr ? "/tmp" : folder) + "/paisql-XXXXXX";
  const Descriptor file(mkostemp(path.data(), O_CLOEXEC));
  if (!file.open()) return FileError("make", path, errno);
  TemporaryFile made(path);
  if (!WriteAll(file.get(), bytes)) return FileError("write", path, errno);
  return made;
}

TemporaryFile::~TemporaryFile() {
  if (!path_.empty()) (void)unlink(path_.c_str());
}

}  // namespace paisql::rest
