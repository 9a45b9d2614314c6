#include "rest/bodies/file_range.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace paisql::rest {

namespace {

constexpr int64_t kRangePieceBytes = int64_t{256} << 10;

}  // namespace

Result<std::shared_ptr<FileRange>> FileRange::Open(const std::string& path, int64_t offset,
                                                   int64_t size) {
  Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.open()) return FileError("read", path, errno);
  return std::make_shared<FileRange>(std::move(file), offset, size);
}

Result<std::string> FileRange::Next() {
  std::string piece(static_cast<size_t>(std::min(left_, kRangePieceBytes)), '\0');
  while (!piece.empty()) {
    const ssize_t count =
        pread(file_.get(), piece.data(), piece.size(), static_cast<off_t>(offset_));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return FileError("read", "the file", errno);
    piece.resize(static_cast<size_t>(count));
    offset_ += count;
    left_ -= count;
    break;
  }
  return piece;
}

}  // namespace paisql::rest
