#pragma once

// Shared by the formats for people's eyes: cells as text that a terminal may get, and the frame of
// a box around them.

#include <string>
#include <string_view>
#include <vector>

#include "engine/text/result_text.h"
#include "render/box_layout.h"
#include "render/renderer.h"

namespace paisql::render {

inline constexpr std::string_view kBoldText = "\033[1m";
inline constexpr std::string_view kDimText = "\033[2m";
inline constexpr std::string_view kPlainText = "\033[0m";

// The first rows of a result are kept to find its columns' widths, as long as they are not large.
inline constexpr size_t kRowsForWidths = 1000;
inline constexpr size_t kBytesForWidths = 4UL << 20;

struct Cell {
  std::string text;
  int width = 0;
  bool null = false;
};

// A column as boxes and the like show it.
struct ShownColumn {
  Cell name;
  Cell type;
  bool number = false;  // stands at the right
  bool whole = false;   // is never cut: half a number or a time is another one
};

std::vector<ShownColumn> ShownColumns(const std::vector<engine::ResultColumn>& columns);
std::vector<Cell> ReadCells(const engine::ResultText& rows, size_t row, size_t count);
size_t BytesOf(const std::vector<Cell>& cells);

// The widths that the columns need on a screen, by their names and the first rows.
std::vector<ColumnNeed> NeedsOf(const std::vector<ShownColumn>& columns,
                                const std::vector<std::vector<Cell>>& rows);

// The same with room for the columns' types. A long one, of a STRUCT for instance, does not make
// its column wider than kLeastText; it is cut.
std::vector<ColumnNeed> WithTypes(std::vector<ColumnNeed> needs,
                                  const std::vector<ShownColumn>& columns);

// A box with the layout's columns. `cuts`: what is wider than its column is cut, except numbers and
// times, which push the frame to the right; else everything does.
class BoxFrame {
 public:
  BoxFrame(const RenderStyle& style, std::vector<ShownColumn> columns, BoxLayout layout, bool cuts);

  // The text that stands for what was cut and for columns left out.
  static std::string_view Mark(const RenderStyle& style);

  void AppendHead(std::string& out) const;
  void AppendRow(const std::vector<Cell>& cells, std::string& out) const;
  void AppendFoot(std::string& out) const;

 private:
  struct Rule {
    std::string_view left;
    std::string_view middle;
    std::string_view right;
  };

  void AppendRule(const Rule& rule, std::string& out) const;
  void AppendHeadLine(Cell ShownColumn::*part, std::string_view style, std::string& out) const;
  // `may_cut`: whatever the column holds.
  void AppendCell(const Cell& cell, size_t index, std::string_view style, bool may_cut,
                  std::string& out) const;
  void AppendMark(std::string& out) const;

  RenderStyle style_;
  std::vector<ShownColumn> columns_;
  BoxLayout layout_;
  bool cuts_;
};

// One line a cell, after a line for each row.
class VerticalPage {
 public:
  VerticalPage(const RenderStyle& style, const std::vector<std::string>& names);

  void AppendRowLine(int64_t number, std::string& out) const;
  void AppendLabel(size_t column, std::string& out) const { out += labels_[column]; }
  void AppendNull(std::string& out) const;
  // The lines of the screen that the row takes, and the rows that wrapped lines take.
  size_t LinesOf(const std::vector<Cell>& cells) const;

 private:
  RenderStyle style_;
  int label_width_ = 0;
  std::vector<std::string> labels_;
};

}  // namespace paisql::render
