#include "base/process/bytes_read.h"

#include <charconv>
#include <string_view>

#include "base/process/status_file.h"

namespace paisql {

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
