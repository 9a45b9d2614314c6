#pragma once

// Which columns of a result fit a screen, and how wide each is. Pure.

#include <cstddef>
#include <optional>
#include <vector>

namespace paisql::render {

// The width that a column needs.
struct ColumnNeed {
  size_t natural = 0;  // columns of the screen that show all of its first cells and its name
  size_t least = 0;    // it may be cut to: all of a number or a time, the beginning of a text
};

struct BoxLayout {
  std::vector<size_t> shown;   // the result's columns from left to right
  std::vector<size_t> widths;  // of those
  size_t elided = 0;           // how many are left out, in the middle
  size_t elided_at = 0;        // so many of `shown` stand left of them
};

// A text that is wider than this may be cut to it.
inline constexpr size_t kLeastText = 12;
// A box of fewer columns tells less than the same rows one line a cell.
inline constexpr size_t kFewestColumns = 3;

// All columns as wide as they want to be.
BoxLayout NaturalLayout(const std::vector<ColumnNeed>& needs);
// The columns that a box of so many columns of text takes.
size_t BoxWidth(const std::vector<size_t>& widths);

// A box that is at most `columns` wide: all columns, cut where they must be; else the first and the
// last ones around a column as wide as `mark`. nullopt when fewer than `fewest` fit, or than there
// are; of a screen where nothing fits the first column, as wide as it must be, when `fewest` is 1.
std::optional<BoxLayout> FitLayout(const std::vector<ColumnNeed>& needs, size_t columns,
                                   size_t mark, size_t fewest);

}  // namespace paisql::render
