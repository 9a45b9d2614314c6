#include "base/files/source_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace paisql {
namespace {

const char* KindOf(mode_t mode) {
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISFIFO(mode)) return "a FIFO";
  return S_ISSOCK(mode) ? "a socket" : "a device";
}

}  // namespace

Result<Descriptor> OpenRegular(const std::string& path) {
  Descriptor file(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  struct stat found = {};
  if (!file.open() || fstat(file.get(), &found) != 0) return FileError("read", path, errno);
  if (S_ISREG(found.st_mode)) return file;
  return Error{ErrorCode::kIo,
               path + " is " + KindOf(found.st_mode) + ", not a file",
               {},
               "copy what it gives to a file, and name that"};
}

Result<std::string> ReadSource(const std::string& path, size_t most_bytes) {
  PAISQL_ASSIGN(const Descriptor file, OpenRegular(path));
  std::string text;
  std::array<char, 65536> buffer{};
  while (true) {
    const ssize_t count = read(file.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return FileError("read", path, errno);
    if (count == 0) return text;
    text.append(buffer.data(), static_cast<size_t>(count));
    if (text.size() > most_bytes) {
      return Error{ErrorCode::kIo,
                   path + " is longer than " + std::to_string(most_bytes >> 20) + " MiB",
                   {},
                   "name a smaller file"};
    }
  }
}

bool IsEndlessDevice(int descriptor) {
  constexpr unsigned kMemoryDevices = 1;
  constexpr unsigned kNull = 3;
  struct stat found = {};
  if (fstat(descriptor, &found) != 0) return false;
  if (!S_ISCHR(found.st_mode)) return S_ISBLK(found.st_mode);
  return found.st_rdev != makedev(kMemoryDevices, kNull) && isatty(descriptor) != 1;
}

}  // namespace paisql
