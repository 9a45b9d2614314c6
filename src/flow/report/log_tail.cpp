#include "flow/report/flow_report.h"

#include <fcntl.h>
#include <unistd.h>

#include <string_view>

#include "base/files/files.h"
#include "base/secrets/redact.h"
#include "base/text.h"

namespace paisql::flow {

namespace {

constexpr std::string_view kDigits = "0123456789.";

// "12" of "… 12 rows", "1.2 M" of "1.2 M rows".
std::string RowsOf(std::string_view line) {
  const size_t word = line.rfind(" row");
  if (word == std::string_view::npos) return "";
  std::string_view before = line.substr(0, word);
  const bool unit = before.size() > 2 && before[before.size() - 2] == ' ' &&
                    std::string_view("kMGT").find(before.back()) != std::string_view::npos;
  const std::string_view number = unit ? before.substr(0, before.size() - 2) : before;
  const size_t end = number.find_last_not_of(kDigits);
  const std::string_view digits = number.substr(end == std::string_view::npos ? 0 : end + 1);
  if (digits.empty()) return "";
  return std::string(digits) + (unit ? std::string(" ") + before.back() : "");
}

// Without what would move a terminal's cursor; a part of a bar that is drawn again counts alone.
std::string Shown(std::string_view line) {
  const size_t again = line.rfind('\r', line.empty() ? 0 : line.size() - 1);
  if (again != std::string_view::npos) line.remove_prefix(again + 1);
  std::string shown;
  for (const char c : line) {
    const auto byte = static_cast<unsigned char>(c);
    constexpr unsigned char kFirstPrinted = 0x20;
    constexpr unsigned char kDelete = 0x7F;
    shown += byte < kFirstPrinted || byte == kDelete ? ' ' : c;
  }
  return std::string(Trim(shown));
}

}  // namespace

LogTail TailOf(const std::string& text) {
  LogTail tail;
  for (const std::string& line : Split(text, '\n')) {
    const std::string_view bare = Trim(line);
    if (bare.empty()) continue;
    std::string shown = Shown(bare);
    // A line that is longer than what is read may begin in the middle of a character.
    if (!shown.empty() && IsValidUtf8(shown)) tail.line = std::move(shown);
    std::string rows = RowsOf(bare);
    if (!rows.empty()) tail.rows = std::move(rows);
  }
  tail.line = Redact(tail.line);
  return tail;
}

LogTail ReadLogTail(const std::string& path) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.open()) return {};
  const off_t size = lseek(file.get(), 0, SEEK_END);
  if (size <= 0) return {};
  return TailOf(LastLines(file.get(), static_cast<size_t>(size), kTailBytes));
}

}  // namespace paisql::flow
