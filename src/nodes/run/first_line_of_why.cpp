#include "nodes/run/node_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>

#include "base/files/files.h"
#include "base/secrets/redact.h"
#include "base/text.h"

namespace paisql::nodes {

namespace {

// The bytes read of a log's begin and of its end.
constexpr size_t kPartBytes = 65536;

std::string ReadBegin(const Descriptor& file, size_t bytes) {
  std::string text(bytes, '\0');
  const ssize_t count = pread(file.get(), text.data(), bytes, 0);
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
  std::string error = ErrorIn(ReadBegin(file, std::min(size, 2 * kPartBytes)), last);
  if (error.empty() && size > 2 * kPartBytes) {
    error = ErrorIn(LastLines(file.get(), size, kPartBytes), last);
  }
  // A line without an end is not a message.
  constexpr size_t kLongestLine = 2000;
  if (last.size() > kLongestLine) last.resize(kLongestLine);
  return Redact(error.empty() ? last : error);
}

}  // namespace paisql::nodes
