#include <algorithm>

#include "base/text.h"
#include "shell/render/renderer.h"

namespace paisql::shell {

namespace {

// One line a cell, for rows that are too wide for a table.
class VerticalRenderer : public Renderer {
 public:
  void Begin(const std::vector<engine::ResultColumn>& columns, std::string&) override {
    int widest = 0;
    for (const engine::ResultColumn& column : columns) {
      widest = std::max(widest, DisplayWidth(column.name));
    }
    for (const engine::ResultColumn& column : columns) {
      std::string& label =
          labels_.emplace_back(static_cast<size_t>(widest - DisplayWidth(column.name)), ' ');
      label += column.name + ": ";
    }
  }

  void Row(const engine::ResultText& rows, size_t row, std::string& out) override {
    out += "*************************** " + std::to_string(++number_) +
           ". row ***************************\n";
    for (size_t i = 0; i < labels_.size(); ++i) {
      out += labels_[i];
      if (rows.IsNull(i, row)) {
        out += "NULL";
      } else {
        cell_.clear();
        rows.AppendText(i, row, engine::TextForm::kPlain, cell_);
        AppendEscaped(cell_, false, out);
      }
      out += '\n';
    }
  }

  void End(std::string&) override {}

 private:
  std::vector<std::string> labels_;
  std::string cell_;
  int64_t number_ = 0;
};

}  // namespace

std::unique_ptr<Renderer> MakeVerticalRenderer() { return std::make_unique<VerticalRenderer>(); }

}  // namespace paisql::shell
