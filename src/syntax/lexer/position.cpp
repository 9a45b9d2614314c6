#include "syntax/lexer/position.h"

namespace paisql::syntax {

void PositionCursor::AdvanceTo(size_t offset) {
  for (; offset_ < offset && offset_ < text_.size(); ++offset_) {
    const auto c = static_cast<unsigned char>(text_[offset_]);
    if (c == '\n') {
      ++line_;
      column_ = 1;
    } else if ((c & 0xC0) != 0x80) {
      ++column_;
    }
  }
}

SourceRange SubRange(std::string_view text, const SourceRange& range, size_t skip, size_t length) {
  PositionCursor cursor(text.substr(range.begin));
  cursor.AdvanceTo(skip);
  const bool same_line = cursor.line() == 1;
  return SourceRange{range.begin + skip, range.begin + skip + length,
                     range.line + cursor.line() - 1,
                     same_line ? range.column + cursor.column() - 1 : cursor.column()};
}

}  // namespace paisql::syntax
