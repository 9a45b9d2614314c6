#include "rest/bodies/temporary_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "base/files/files.h"

namespace paisql::rest {

namespace {

constexpr size_t kPieceBytes = size_t{1} << 20;

}  // namespace

Result<TemporaryFile> TemporaryFile::Make(BodyReader& body) {
  const char* const folder = std::getenv("TMPDIR");
  std::string path = std::string(folder == nullptr ? "/tmp" : folder) + "/paisql-XXXXXX";
  const Descriptor file(mkostemp(path.data(), O_CLOEXEC));
  if (!file.open()) return FileError("make", path, errno);
  TemporaryFile made(path);
  while (true) {
    PAISQL_ASSIGN(const std::string piece, body.Read(kPieceBytes));
    if (piece.empty()) return made;
    if (!WriteAll(file.get(), piece)) return FileError("write", path, errno);
  }
}

TemporaryFile::~TemporaryFile() {
  if (!path_.empty()) (void)unlink(path_.c_str());
}

}  // namespace paisql::rest
