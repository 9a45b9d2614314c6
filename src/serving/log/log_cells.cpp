#include "serving/log/log_cells.h"

#include <algorithm>

#include "base/text.h"

namespace paisql::serving {

namespace {

constexpr std::string_view kReplacement = "\uFFFD";

// Of the character there; 0 where there is none.
size_t CharacterSize(std::string_view text, size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  if (first < 0x80) return 1;
  if (first < 0xC2 || first > 0xF4) return 0;
  const size_t size = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  return at + size <= text.size() && IsValidUtf8(text.substr(at, size)) ? size : 0;
}

std::string Repaired(std::string_view text) {
  std::string repaired;
  for (size_t at = 0; at < text.size();) {
    const size_t size = CharacterSize(text, at);
    repaired += size == 0 ? kReplacement : text.substr(at, size);
    at += std::max<size_t>(size, 1);
  }
  return repaired;
}

}  // namespace

void LogCells::EndLine() {
  csv_ += '\n';
  line_ = csv_.size();
}

void LogCells::AddText(std::string_view text) {
  std::string repaired;
  if (text.size() <= kMostCellBytes && !IsValidUtf8(text)) text = repaired = Repaired(text);
  if (text.size() > kMostCellBytes || csv_.size() - line_ + text.size() > kMostLineBytes) {
    ++too_long_;
    return;
  }
  csv_ += '"';
  for (const char c : text) {
    if (c == '"') csv_ += '"';
    csv_ += c;
  }
  csv_ += '"';
}

}  // namespace paisql::serving
