#include "base/process/resident.h"

#include <unistd.h>

#include <charconv>
#include <string_view>

#include "base/process/status_file.h"

namespace paisql {

int64_t ResidentBytes() {
  char buffer[128];
  const std::string_view text = ReadStatusFile("/proc/self/statm", buffer);
  const size_t blank = text.find(' ');
  if (blank == std::string_view::npos) return 0;
  int64_t pages = 0;
  std::from_chars(text.data() + blank + 1, text.data() + text.size(), pages);
  return pages * sysconf(_SC_PAGESIZE);
}

}  // namespace paisql
