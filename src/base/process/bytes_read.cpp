#include "base/process/bytes_read.h"

#include <fcntl.h>
#include <unistd.h>

#include <charconv>
#include <string_view>

namespace paisql {

int64_t BytesRead() {
  const int file = open("/proc/self/io", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char buffer[512];
  const ssize_t size = read(file, buffer, sizeof(buffer));
  close(file);
  std::string_view text(buffer, size > 0 ? static_cast<size_t>(size) : 0);
  constexpr std::string_view kLabel = "rchar: ";
  const size_t label = text.find(kLabel);
  if (label == std::string_view::npos) return 0;
  text.remove_prefix(label + kLabel.size());
  int64_t bytes = 0;
  std::from_chars(text.data(), text.data() + text.size(), bytes);
  return bytes;
}

}  // namespace paisql
