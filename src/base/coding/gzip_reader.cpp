#include "base/coding/gzip_reader.h"

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <string_view>

#include "base/files/files.h"

namespace paisql {

namespace {

gzFile Handle(void* file) { return static_cast<gzFile>(file); }

}  // namespace

bool GzipReader::Knows(const std::string& path) {
  constexpr std::string_view kMagic = "\x1f\x8b";
  const Descriptor file(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  char head[2] = {};
  return file.open() && pread(file.get(), head, 2, 0) == 2 && std::string_view(head, 2) == kMagic;
}

Result<std::unique_ptr<GzipReader>> GzipReader::Open(const std::string& path, std::string name) {
  const gzFile file = gzopen(path.c_str(), "rbe");
  if (file == nullptr) return FileError("read", name, errno == 0 ? ENOMEM : errno);
  return std::unique_ptr<GzipReader>(new GzipReader(file, std::move(name)));
}

GzipReader::~GzipReader() { gzclose(Handle(file_)); }

Result<size_t> GzipReader::Read(std::vector<char>& piece) {
  const int got = gzread(Handle(file_), piece.data(), static_cast<unsigned>(piece.size()));
  int problem = Z_OK;
  gzerror(Handle(file_), &problem);
  // A file that is cut off gives what there is, and then Z_BUF_ERROR.
  if (got >= 0 && problem == Z_OK) return static_cast<size_t>(got);
  if (problem == Z_ERRNO) return FileError("read", name_, errno);
  return Error{ErrorCode::kIo,
               name_ + " is damaged or not whole",
               {},
               "it begins as a file of gzip does: gzip -t tests it"};
}

}  // namespace paisql
