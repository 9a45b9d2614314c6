#include <optional>

#include "render/cells.h"

namespace paisql::render {

namespace {

// Boxes of line characters, as wide as the first rows need; a later cell that is wider pushes its
// frame to the right.
class BoxRenderer : public Renderer {
 public:
  explicit BoxRenderer(const RenderStyle& style) : style_(style) {}

  void Begin(const std::vector<engine::ResultColumn>& columns, std::string&) override {
    columns_ = ShownColumns(columns);
  }

  void Row(const engine::ResultText& rows, size_t row, std::string& out) override {
    std::vector<Cell> cells = ReadCells(rows, row, columns_.size());
    if (frame_.has_value()) return frame_->AppendRow(cells, out);
    bytes_ += BytesOf(cells);
    kept_.push_back(std::move(cells));
    if (kept_.size() >= kRowsForWidths || bytes_ >= kBytesForWidths) AppendKept(out);
  }

  void End(std::string& out) override {
    if (!frame_.has_value()) AppendKept(out);
    frame_->AppendFoot(out);
  }

  void Abandon(std::string& out) override {
    if (!frame_.has_value() && !kept_.empty()) AppendKept(out);
  }

 private:
  void AppendKept(std::string& out) {
    std::vector<ColumnNeed> needs = NeedsOf(columns_, kept_);
    if (style_.types) needs = WithTypes(std::move(needs), columns_);
    frame_.emplace(style_, columns_, NaturalLayout(needs), false);
    frame_->AppendHead(out);
    for (const std::vector<Cell>& row : kept_) frame_->AppendRow(row, out);
    kept_ = {};
  }

  RenderStyle style_;
  std::vector<ShownColumn> columns_;
  std::vector<std::vector<Cell>> kept_;
  size_t bytes_ = 0;
  std::optional<BoxFrame> frame_;
};

}  // namespace

std::unique_ptr<Renderer> MakeBoxRenderer(const RenderStyle& style) {
  return std::make_unique<BoxRenderer>(style);
}

}  // namespace paisql::render
