#include "base/process/status_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <charconv>
#include <string_view>

#include "base/files/files.h"

namespace paisql {

std::string_view ReadStatusFile(const char* path, std::span<char> buffer) {
  const Descriptor file(open(path, O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) return {};
  const ssize_t size = read(file.get(), buffer.data(), buffer.size());
  return {buffer.data(), size > 0 ? static_cast<size_t>(size) : 0};
}

int64_t ResidentBytes() {
  char buffer[128];
  const std::string_view text = ReadStatusFile("/proc/self/statm", buffer);
  const size_t blank = text.find(' ');
  if (blank == std::string_view::npos) return 0;
  int64_t pages = 0;
  std::from_chars(text.data() + blank + 1, text.data() + text.size(), pages);
  return pages * sysconf(_SC_PAGESIZE);
}

int64_t BytesRead() {
  char buffer[512];
  std::string_view text = ReadStatusFile("/proc/self/io", buffer);
  constexpr std::string_view kLabel = "rchar: ";
  const size_t label = text.find(kLabel);
  if (label == std::string_view::npos) return 0;
  text.remove_prefix(label + kLabel.size());
  int64_t bytes = 0;
  std::from_chars(text.data(), text.data() + text.size(), bytes);
  return bytes;
}

}  // namespace paisql
