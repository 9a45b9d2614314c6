#include <optional>

#include "base/assert.h"
#include "render/renderer.h"
#include "tunnel/csv/csv_writer.h"

namespace paisql::render {

namespace {

// Only text can hold what must be escaped or quoted; numbers and dates need no look.
bool IsPlain(const DataType& type) {
  return type.IsNumeric() || type.IsTemporal() || type.id() == TypeId::kBoolean;
}

class TsvRenderer : public Renderer {
 public:
  explicit TsvRenderer(bool header) : header_(header) {}

  void Begin(const std::vector<engine::ResultColumn>& columns, std::string& out) override {
    count_ = columns.size();
    for (const engine::ResultColumn& column : columns) {
      plain_.push_back(IsPlain(column.type));
    }
    if (!header_) return;
    for (size_t i = 0; i < count_; ++i) {
      AppendEscaped(columns[i].name, true, out);
      out += i + 1 < count_ ? '\t' : '\n';
    }
  }

  void Row(const engine::ResultText& rows, size_t row, std::string& out) override {
    for (size_t i = 0; i < count_; ++i) {
      if (rows.IsNull(i, row)) {
        out += "NULL";
      } else {
        const size_t start = out.size();
        rows.AppendText(i, row, engine::TextForm::kPlain, out);
        if (!plain_[i] && NeedsEscape(std::string_view(out).substr(start))) {
          cell_.assign(out, start);
          out.resize(start);
          AppendEscaped(cell_, true, out);
        }
      }
      out += i + 1 < count_ ? '\t' : '\n';
    }
  }

  void End(std::string&) override {}

 private:
  bool header_;
  size_t count_ = 0;
  std::vector<bool> plain_;
  std::string cell_;
};

// NULL is nothing at all, the empty text is a pair of quotes.
class CsvRenderer : public Renderer {
 public:
  explicit CsvRenderer(bool header) : header_(header) {}

  void Begin(const std::vector<engine::ResultColumn>& columns, std::string& out) override {
    rows_.emplace(columns, tunnel::CsvFormat());
    if (header_) rows_->AppendHeader(out);
  }

  void Row(const engine::ResultText& rows, size_t row, std::string& out) override {
    const Status quoted = rows_->AppendRow(rows, row, out);
    PAISQL_ASSERT(quoted.ok(), "a field that can be quoted was refused");
  }

  void End(std::string&) override {}

 private:
  bool header_;
  std::optional<tunnel::CsvRows> rows_;
};

}  // namespace

std::unique_ptr<Renderer> MakeTsvRenderer(bool header) {
  return std::make_unique<TsvRenderer>(header);
}

std::unique_ptr<Renderer> MakeCsvRenderer(bool header) {
  return std::make_unique<CsvRenderer>(header);
}

}  // namespace paisql::render
