#include "store/files/copied_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <vector>

#include "base/files/files.h"
#include "store/files/files.h"
#include "store/files/sha256.h"

namespace paisql::store {
namespace {

constexpr size_t kCopyBytes = size_t{1} << 18;

}  // namespace

Result<Copied> CopyFile(const std::string& from, const std::string& to) {
  const Descriptor source(open(from.c_str(), O_RDONLY | O_CLOEXEC));
  if (!source.open()) return FileError("read", from, errno);
  const Descriptor target(open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!target.open()) return FileError("write", to, errno);
  Copied copied;
  Sha256 digest;
  std::vector<unsigned char> buffer(kCopyBytes);
  while (true) {
    const ssize_t got = read(source.get(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return FileError("read", from, errno);
    if (got == 0) break;
    digest.Add(buffer.data(), static_cast<size_t>(got));
    copied.bytes += got;
    const std::string_view piece(reinterpret_cast<const char*>(buffer.data()),
                                 static_cast<size_t>(got));
    if (!WriteAll(target.get(), piece)) return FileError("write", to, errno);
  }
  if (fsync(target.get()) != 0) return FileError("write", to, errno);
  copied.sha256 = digest.Finish();
  return copied;
}

}  // namespace paisql::store
