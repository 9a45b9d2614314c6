#include <optional>

#include "render/cells.h"
#include "render/display.h"

namespace paisql::render {

namespace {

// One line a cell, for rows that are too wide for a table.
class VerticalRenderer : public Renderer {
 public:
  explicit VerticalRenderer(const RenderStyle& style) : style_(style) {}

  void Begin(const std::vector<engine::ResultColumn>& columns, std::string&) override {
    count_ = columns.size();
    std::vector<std::string> names;
    for (const engine::ResultColumn& column : columns) {
      if (style_.columns > 0) {
        AppendShown(column.name, names.emplace_back());
      } else {
        names.push_back(column.name);
      }
    }
    page_.emplace(style_, names);
  }

  void Row(const engine::ResultText& rows, size_t row, std::string& out) override {
    page_->AppendRowLine(++number_, out);
    for (size_t i = 0; i < count_; ++i) {
      page_->AppendLabel(i, out);
      if (rows.IsNull(i, row)) {
        page_->AppendNull(out);
      } else {
        cell_.clear();
        rows.AppendText(i, row, engine::TextForm::kPlain, cell_);
        // A terminal obeys more than the characters that files must not have.
        if (style_.columns > 0) {
          AppendShown(cell_, out);
        } else {
          AppendEscaped(cell_, false, out);
        }
      }
      out += '\n';
    }
  }

  void End(std::string&) override {}

 private:
  RenderStyle style_;
  size_t count_ = 0;
  std::optional<VerticalPage> page_;
  std::string cell_;
  int64_t number_ = 0;
};

}  // namespace

std::unique_ptr<Renderer> MakeVerticalRenderer(const RenderStyle& style) {
  return std::make_unique<VerticalRenderer>(style);
}

}  // namespace paisql::render
