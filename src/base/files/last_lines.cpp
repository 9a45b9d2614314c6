#include "base/files/last_lines.h"

#include <unistd.h>

#include <algorithm>

namespace paisql {

std::string LastLines(int file, size_t size_bytes, size_t wanted_bytes) {
  const size_t count = std::min(size_bytes, wanted_bytes);
  if (count == 0) return "";
  const size_t before = count < size_bytes ? 1 : 0;  // the end of a line before them, maybe
  std::string text(count + before, '\0');
  const ssize_t got =
      pread(file, text.data(), text.size(), static_cast<off_t>(size_bytes - count - before));
  text.resize(got < 0 ? 0 : static_cast<size_t>(got));
  const size_t end_of_line = text.find('\n');
  if (before > 0 && end_of_line + 1 < text.size()) text.erase(0, end_of_line + 1);
  return text;
}

}  // namespace paisql
