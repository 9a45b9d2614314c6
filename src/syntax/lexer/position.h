#pragma once

// Lines and columns of places in a text, asked for in the order of the text, so that a whole script
// costs one pass over it.

#include <cstddef>
#include <string_view>

#include "base/error.h"

namespace paisql::syntax {

class PositionCursor {
 public:
  explicit PositionCursor(std::string_view text) : text_(text) {}
  // Begins at the byte `offset` of the text, which stands in this line and column.
  PositionCursor(std::string_view text, size_t offset, int line, int column)
      : text_(text), offset_(offset), line_(line), column_(column) {}

  // Goes on to the byte at `offset`, which must not lie before the last one asked for.
  void AdvanceTo(size_t offset);
  int line() const { return line_; }
  int column() const { return column_; }

  // AdvanceTo(begin) and the range from there.
  SourceRange Range(size_t begin, size_t end) {
    AdvanceTo(begin);
    return SourceRange{begin, end, line_, column_};
  }

 private:
  std::string_view text_;
  size_t offset_ = 0;
  int line_ = 1;
  int column_ = 1;
};

// The part of a range that begins `skip` bytes after its begin and is `length` bytes long.
SourceRange SubRange(std::string_view text, const SourceRange& range, size_t skip, size_t length);

// The range from the first character of `first` to the last of `last`.
inline SourceRange Span(const SourceRange& first, const SourceRange& last) {
  return SourceRange{first.begin, last.end, first.line, first.column};
}

}  // namespace paisql::syntax
