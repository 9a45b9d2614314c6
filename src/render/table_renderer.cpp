#include <algorithm>

#include "base/display/columns.h"
#include "base/text.h"
#include "render/renderer.h"

namespace paisql::render {

namespace {

// The first rows are kept to find the columns' widths; later rows are printed as they come, and one
// that is wider pushes its frame to the right.
constexpr size_t kRowsForWidths = 1000;
constexpr size_t kMinWidth = 10;
constexpr size_t kMinBooleanWidth = 4;

class TableRenderer : public Renderer {
 public:
  void Begin(const std::vector<engine::ResultColumn>& columns, std::string&) override {
    for (const engine::ResultColumn& column : columns) {
      const bool boolean = column.type.id() == TypeId::kBoolean;
      widths_.push_back(boolean ? kMinBooleanWidth : kMinWidth);
    }
    std::vector<std::string> names;
    for (const engine::ResultColumn& column : columns) {
      AppendEscaped(column.name, false, names.emplace_back());
    }
    Keep(std::move(names));
  }

  void Row(const engine::ResultText& rows, size_t row, std::string& out) override {
    std::vector<std::string> cells;
    cells.reserve(widths_.size());
    for (size_t i = 0; i < widths_.size(); ++i) {
      std::string& cell = cells.emplace_back();
      if (rows.IsNull(i, row)) {
        cell = "NULL";
        continue;
      }
      text_.clear();
      rows.AppendText(i, row, engine::TextForm::kPlain, text_);
      AppendEscaped(text_, false, cell);
    }
    if (streaming_) {
      AppendRow(cells, out);
      return;
    }
    Keep(std::move(cells));
    if (kept_.size() > kRowsForWidths) PrintKept(out);
  }

  void End(std::string& out) override {
    if (!streaming_) PrintKept(out);
    AppendRule(out);
  }

 private:
  void Keep(std::vector<std::string> cells) {
    for (size_t i = 0; i < cells.size(); ++i) {
      widths_[i] = std::max(widths_[i], static_cast<size_t>(DisplayWidth(cells[i])));
    }
    kept_.push_back(std::move(cells));
  }

  void PrintKept(std::string& out) {
    streaming_ = true;
    AppendRule(out);
    AppendRow(kept_.front(), out);
    AppendRule(out);
    for (size_t i = 1; i < kept_.size(); ++i) AppendRow(kept_[i], out);
    kept_.clear();
  }

  void AppendRule(std::string& out) const {
    out += '+';
    for (const size_t width : widths_) {
      out.append(width + 2, '-');
      out += '+';
    }
    out += '\n';
  }

  void AppendRow(const std::vector<std::string>& cells, std::string& out) const {
    out += '|';
    for (size_t i = 0; i < cells.size(); ++i) {
      out += ' ';
      out += Pad(cells[i], widths_[i]);
      out += " |";
    }
    out += " \n";
  }

  std::vector<size_t> widths_;
  std::vector<std::vector<std::string>> kept_;  // the header first
  std::string text_;
  bool streaming_ = false;
};

}  // namespace

std::unique_ptr<Renderer> MakeTableRenderer() { return std::make_unique<TableRenderer>(); }

}  // namespace paisql::render
