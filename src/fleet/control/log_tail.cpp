#include "fleet/control/log_tail.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "base/system/files.h"
#include "base/system/write_all.h"

namespace paisql::fleet {

namespace {

constexpr size_t kTailBytes = 2048;
constexpr size_t kKeptShare = 4;

// The last bytes, from the beginning of a line, unless there is none among them.
std::string LastBytes(int file, size_t size, size_t wanted) {
  const size_t count = std::min(size, wanted);
  if (count == 0) return "";
  const size_t before = count < size ? 1 : 0;  // the end of a line before them, maybe
  std::string text(count + before, '\0');
  const ssize_t got =
      pread(file, text.data(), text.size(), static_cast<off_t>(size - count - before));
  text.resize(got < 0 ? 0 : static_cast<size_t>(got));
  const size_t end_of_line = text.find('\n');
  if (before > 0 && end_of_line + 1 < text.size()) text.erase(0, end_of_line + 1);
  return text;
}

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
  return LastBytes(file.get(), size, std::min(behind, kTailBytes));
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
  const std::string kept = LastBytes(file.get(), size, limit_bytes / kKeptShare);
  if (ftruncate(file.get(), 0) == 0) (void)WriteAll(file.get(), kept);
}

}  // namespace paisql::fleet
