#pragma once

// The rows of cells, and the cursor, that a terminal shows of an entry. Pure.

#include <string>
#include <string_view>
#include <vector>

#include "shell/drawing/highlight.h"
#include "shell/drawing/rows.h"
#include "shell/drawing/style.h"

namespace paisql::shell {

struct Cell {
  std::string text;  // what is shown as one
  int width = 1;
  Style style = Style::kPlain;

  bool operator==(const Cell&) const = default;
};

using Row = std::vector<Cell>;

int WidthOf(const Row& row);

struct Frame {
  std::vector<Row> rows;
  int cursor_row = 0;
  int cursor_column = 0;
};

// The part of an entry to show.
struct View {
  std::string_view prompt;
  Style prompt_style = Style::kPrompt;
  std::string_view text;
  size_t cursor = 0;
  // Shown after the text, and not part of it. Only where the cursor stands at the text's end.
  std::string_view suggestion;
  int columns = 80;  // of the screen
  int rows = 24;
  bool done = false;                                // it is edited no more: no bracket is sought
  const std::vector<std::string>* below = nullptr;  // rows under the entry
};

// Where the rows of the text lie on the screen of the view.
Geometry GeometryOf(const View& view);

// Makes frames; keeps which part of an entry that is higher than the screen is seen.
class Painter {
 public:
  Frame Paint(const View& typed);
  // The next view is another entry's.
  void Forget() { top_ = 0; }

 private:
  // The view's text ends with a suggestion, after `typed` bytes.
  Frame PaintText(const View& view, size_t typed);
  std::vector<RowSpan> Window(const View& view, const Geometry& geometry, int height);

  Highlighter highlighter_;
  size_t top_ = 0;  // where the first row that is seen begins
};

}  // namespace paisql::shell
