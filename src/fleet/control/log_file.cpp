#include "fleet/control/log_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "base/files/files.h"

namespace paisql::fleet {

namespace {

constexpr size_t kTailBytes = 2048;
constexpr size_t kKeptShare = 4;

size_t SizeOf(const Descriptor& file) {
  struct stat status {};
  return fstat(file.get(), &status) == 0 ? static_cast<size_t>(status.st_size) : 0;
}

}  // namespace

std::string LogTail(const std::string& path, size_t from) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.open()) return "";
  const size_t size = SizeOf(file);
  // A log that was cut meanwhile is shorter.
  const size_t behind = size >= from ? size - from : size;
  return LastLines(file.get(), size, std::min(behind, kTailBytes));
}

size_t LogSize(const std::string& path) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  return file.open() ? SizeOf(file) : 0;
}

void BoundLog(const std::string& path, size_t limit_bytes) {
  const Descriptor file(open(path.c_str(), O_RDWR | O_APPEND | O_CLOEXEC));
  if (!file.open()) return;
  const size_t size = SizeOf(file);
  if (size <= limit_bytes) return;
  const std::string kept = LastLines(file.get(), size, limit_bytes / kKeptShare);
  if (ftruncate(file.get(), 0) == 0) (void)WriteAll(file.get(), kept);
}

}  // namespace paisql::fleet
