#include "shell/prompt/paste.h"

#include <algorithm>

#include "base/text.h"

namespace paisql::shell {

namespace {

// The length of the character at the place, 0 where there is none.
size_t CharacterSize(std::string_view bytes, size_t at) {
  const auto first = static_cast<unsigned char>(bytes[at]);
  if (first < 0x80) return 1;
  const size_t size = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  return IsValidUtf8(bytes.substr(at, size)) && at + size <= bytes.size() ? size : 0;
}

}  // namespace

std::string CleanPaste(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size());
  for (size_t at = 0; at < bytes.size();) {
    const char c = bytes[at];
    const size_t size = CharacterSize(bytes, at);
    if (c == '\r') {
      text += '\n';
      if (at + 1 < bytes.size() && bytes[at + 1] == '\n') ++at;
    } else if (size == 0) {
      text += "\uFFFD";
    } else if (size > 1 || c == '\n' || c == '\t' || (c >= ' ' && c != 0x7F)) {
      text += bytes.substr(at, size);
    }
    at += std::max<size_t>(size, 1);
  }
  return text;
}

bool PasteCollector::Add(std::string_view bytes, std::string& rest) {
  // The mark may have begun in the piece before.
  const size_t from = bytes_.size() - std::min(bytes_.size(), kPasteEnd.size() - 1);
  bytes_ += bytes;
  const size_t mark = bytes_.find(kPasteEnd, from);
  if (mark == std::string::npos) return false;
  rest = bytes_.substr(mark + kPasteEnd.size());
  bytes_.resize(mark);
  return true;
}

void PasteCollector::Drop() {
  bytes_.erase(0, bytes_.size() - std::min(bytes_.size(), kPasteEnd.size() - 1));
}

}  // namespace paisql::shell
