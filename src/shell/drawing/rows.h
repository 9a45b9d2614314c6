#pragma once

// How an entry is cut into the rows of a screen. Pure: a row is found from its text and the
// geometry alone, near the place that is asked for, so that a long text costs no more than a short
// one.

#include <cstddef>
#include <string_view>

namespace paisql::shell {

// The last column stays free: the cursor can stand after a full row, and no terminal wraps.
struct Geometry {
  int columns = 79;
  int prompt_width = 0;  // in front of the first line
  int label_width = 0;   // in front of the other lines
};

// A row's part of the text, without the newline that ends it.
struct RowSpan {
  size_t begin = 0;
  size_t end = 0;
  size_t line = 0;  // where its line begins

  bool operator==(const RowSpan&) const = default;
};

// The bytes that a terminal shows as one: a letter with its marks, an emoji with its joiners, one
// byte of broken UTF-8. Never empty in front of the text's end.
std::string_view ClusterAt(std::string_view text, size_t offset);
// Its columns in a row whose column is `column`: a tab reaches to the next multiple of eight,
// control characters are shown as ^X and bytes that are not UTF-8 as \xHH.
int ClusterWidth(std::string_view cluster, int column);

// Columns in front of the row's text.
int Indent(const Geometry& geometry, const RowSpan& row);

// The row that the cursor is in when it stands at the offset.
RowSpan RowAt(std::string_view text, const Geometry& geometry, size_t offset);
// The rows beside it; false where there is none.
bool RowBelow(std::string_view text, const Geometry& geometry, RowSpan& row);
bool RowAbove(std::string_view text, const Geometry& geometry, RowSpan& row);

// The screen's column of a place in the row, and the place that is nearest to a column.
int ColumnOf(std::string_view text, const Geometry& geometry, const RowSpan& row, size_t offset);
size_t OffsetAt(std::string_view text, const Geometry& geometry, const RowSpan& row, int column);

}  // namespace paisql::shell
