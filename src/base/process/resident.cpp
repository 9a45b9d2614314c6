#include "base/process/resident.h"

#include <fcntl.h>
#include <unistd.h>

#include <charconv>
#include <string_view>

namespace paisql {

int64_t ResidentBytes() {
  const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char buffer[128];
  const ssize_t size = read(file, buffer, sizeof(buffer));
  close(file);
  const std::string_view text(buffer, size > 0 ? static_cast<size_t>(size) : 0);
  const size_t blank = text.find(' ');
  if (blank == std::string_view::npos) return 0;
  int64_t pages = 0;
  std::from_chars(text.data() + blank + 1, text.data() + text.size(), pages);
  return pages * sysconf(_SC_PAGESIZE);
}

}  // namespace paisql
