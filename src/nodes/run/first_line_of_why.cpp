#include "nodes/run/first_line_of_why.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>

#include "base/redact.h"
#include "base/system/files.h"
#include "base/text.h"

namespace paisql::nodes {

namespace {

// Of the begin and of the end of a log.
constexpr size_t kPartBytes = 65536;

std::string ReadPart(const Descriptor& file, off_t begin, size_t bytes) {
  std::string text(bytes, '\0');
  const ssize_t count = pread(file.get(), text.data(), bytes, begin);
  text.resize(count > 0 ? static_cast<size_t>(count) : 0);
  return text;
}

// The first error of a statement, if there is one; its last line goes to `last`.
std::string ErrorIn(const std::string& text, std::string& last) {
  for (const std::string& line : Split(text, '\n')) {
    const std::string_view bare = Trim(line);
    if (bare.starts_with("FAILED:")) return std::string(bare);
    if (!bare.empty()) last = bare;
  }
  return "";
}

}  // namespace

std::string FirstLineOfWhy(const std::string& log) {
  const Descriptor file(open(log.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.open()) return "";
  const off_t end = lseek(file.get(), 0, SEEK_END);
  if (end <= 0) return "";
  const auto size = static_cast<size_t>(end);
  std::string last;
  std::string error = ErrorIn(ReadPart(file, 0, std::min(size, 2 * kPartBytes)), last);
  if (error.empty() && size > 2 * kPartBytes) {
    std::string tail = ReadPart(file, static_cast<off_t>(size - kPartBytes), kPartBytes);
    // It begins within a line, whose end may look like the begin of another.
    const size_t first = tail.find('\n');
    if (first != std::string::npos && first + 1 < tail.size()) tail.erase(0, first + 1);
    error = ErrorIn(tail, last);
  }
  // A line without an end is a message of nobody.
  constexpr size_t kLongestLine = 2000;
  if (last.size() > kLongestLine) last.resize(kLongestLine);
  return Redact(error.empty() ? last : error);
}

}  // namespace paisql::nodes
