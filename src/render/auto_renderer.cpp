#include <algorithm>
#include <optional>

#include "base/text.h"
#include "render/cells.h"

namespace paisql::render {

namespace {

// Below the rows stand the line of their number and the next prompt, which may begin with a line
// that says how to get more.
constexpr int kLinesBelow = 3;
// Three rules and the names.
constexpr size_t kLinesOfFrame = 4;
// A text that is wider is cut even where the pager scrolls sideways: a cell of a megabyte would
// leave the other columns out of reach.
constexpr size_t kWidestText = 120;

// What the screen shows best. A box when a row fits, and of more rows than the screen has, where
// the pager scrolls sideways, a box of all columns. Otherwise, in this order: one line a cell when
// all rows then still fit the screen; a box in which long texts are cut; a box of the first and the
// last columns; one line a cell.
class AutoRenderer : public Renderer {
 public:
  explicit AutoRenderer(const RenderStyle& style) : style_(style) {}

  void Begin(const std::vector<engine::ResultColumn>& columns, std::string&) override {
    columns_ = ShownColumns(columns);
    std::vector<std::string> names;
    for (const ShownColumn& column : columns_) names.push_back(column.name.text);
    page_.emplace(style_, names);
  }

  void Row(const engine::ResultText& rows, size_t row, std::string& out) override {
    std::vector<Cell> cells = ReadCells(rows, row, columns_.size());
    if (decided_) return AppendRow(cells, out);
    bytes_ += BytesOf(cells);
    kept_.push_back(std::move(cells));
    if (kept_.size() >= kRowsForWidths || bytes_ >= kBytesForWidths) AppendKept(false, out);
  }

  void End(std::string& out) override {
    if (!decided_) AppendKept(true, out);
    if (frame_.has_value()) frame_->AppendFoot(out);
  }

  void Abandon(std::string& out) override {
    if (!decided_ && !kept_.empty()) AppendKept(false, out);
  }

 private:
  void AppendRow(const std::vector<Cell>& cells, std::string& out) {
    if (frame_.has_value()) return frame_->AppendRow(cells, out);
    page_->AppendRowLine(++number_, out);
    for (size_t i = 0; i < cells.size(); ++i) {
      page_->AppendLabel(i, out);
      if (cells[i].null) {
        page_->AppendNull(out);
      } else {
        out += cells[i].text;
      }
      out += '\n';
    }
  }

  // `all`: no rows follow.
  void AppendKept(bool all, std::string& out) {
    decided_ = true;
    if (std::optional<BoxLayout> layout = Layout(all); layout.has_value()) {
      frame_.emplace(style_, columns_, *std::move(layout), true);
      frame_->AppendHead(out);
    }
    for (const std::vector<Cell>& row : kept_) AppendRow(row, out);
    kept_ = {};
  }

  // The layout of a box; nullopt for one line a cell.
  std::optional<BoxLayout> Layout(bool all) {
    if (style_.expanded == Expanded::kOn) return std::nullopt;
    const std::vector<ColumnNeed> needs = NeedsOf(columns_, kept_);
    const std::vector<ColumnNeed> typed = style_.types ? WithTypes(needs, columns_) : needs;
    const auto columns = static_cast<size_t>(style_.columns);
    BoxLayout natural = NaturalLayout(typed);
    if (BoxWidth(natural.widths) <= columns) return natural;
    // No type takes a box off the screen that is as wide as it without types.
    natural = NaturalLayout(needs);
    const bool fits = BoxWidth(natural.widths) <= columns;
    if (!fits && IsPaged(all)) return WholeLayout(typed);
    style_.types = false;
    if (fits) return natural;
    const bool may_expand = style_.expanded == Expanded::kAuto && !kept_.empty();
    if (may_expand && all && FitsExpanded()) return std::nullopt;
    const auto mark = static_cast<size_t>(DisplayWidth(BoxFrame::Mark(style_)));
    return FitLayout(needs, columns, mark, may_expand ? kFewestColumns : 1);
  }

  // Whether the box comes in a pager that scrolls to all of its columns.
  bool IsPaged(bool all) const {
    if (!style_.scrolls_sideways) return false;
    const auto room = static_cast<size_t>(std::max(style_.rows - kLinesBelow, 0));
    return !all || kept_.size() + kLinesOfFrame + (style_.types ? 1 : 0) > room;
  }

  static BoxLayout WholeLayout(std::vector<ColumnNeed> needs) {
    for (ColumnNeed& need : needs) {
      if (need.least < need.natural) need.natural = std::min(need.natural, kWidestText);
    }
    return NaturalLayout(needs);
  }

  bool FitsExpanded() const {
    const auto room = static_cast<size_t>(std::max(style_.rows - kLinesBelow, 0));
    size_t lines = 0;
    for (const std::vector<Cell>& row : kept_) {
      lines += page_->LinesOf(row);
      if (lines > room) return false;
    }
    return true;
  }

  RenderStyle style_;
  std::vector<ShownColumn> columns_;
  std::vector<std::vector<Cell>> kept_;
  size_t bytes_ = 0;
  bool decided_ = false;
  std::optional<BoxFrame> frame_;
  std::optional<VerticalPage> page_;
  int64_t number_ = 0;
};

}  // namespace

std::unique_ptr<Renderer> MakeAutoRenderer(const RenderStyle& style) {
  return std::make_unique<AutoRenderer>(style);
}

}  // namespace paisql::render
