#include "console/editor/text_places.h"

#include <algorithm>

namespace paisql::console {

namespace {

constexpr size_t kMarkBytes = 256;

// How many units begin with the byte: a character beyond U+FFFF has two.
size_t UnitsAt(char byte) {
  const auto code = static_cast<unsigned char>(byte);
  if ((code & 0xC0) == 0x80) return 0;
  return code >= 0xF0 ? 2 : 1;
}

}  // namespace

TextPlaces::TextPlaces(std::string_view text) : text_(text) {
  size_t units = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (i % kMarkBytes == 0) marks_.push_back(units);
    units += UnitsAt(text[i]);
  }
  if (text.size() % kMarkBytes == 0) marks_.push_back(units);
}

size_t TextPlaces::UnitsOf(size_t byte) const {
  byte = std::min(byte, text_.size());
  size_t units = marks_[byte / kMarkBytes];
  for (size_t i = byte - byte % kMarkBytes; i < byte; ++i) units += UnitsAt(text_[i]);
  return units;
}

size_t TextPlaces::ByteOf(size_t units) const {
  const auto after = std::ranges::upper_bound(marks_, units);
  const size_t mark = static_cast<size_t>(after - marks_.begin()) - 1;
  size_t byte = mark * kMarkBytes;
  size_t passed = marks_[mark];
  while (byte < text_.size()) {
    passed += UnitsAt(text_[byte]);
    if (passed > units) return byte;
    ++byte;
  }
  return text_.size();
}

}  // namespace paisql::console
