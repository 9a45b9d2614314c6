#include "session/csv_writer.h"
#include "shell/renderer.h"

namespace paisql::shell {

namespace {

class TsvRenderer : public Renderer {
 public:
  explicit TsvRenderer(bool header) : header_(header) {}

  void Begin(const std::vector<engine::ResultColumn>& columns, std::string& out) override {
    count_ = columns.size();
    for (const engine::ResultColumn& column : columns) {
      const DataType& type = column.type;
      // Only text can hold what must be escaped; numbers and dates go straight into the buffer.
      plain_.push_back(type.IsNumeric() || type.IsTemporal() || type.id() == TypeId::kBoolean);
    }
    if (!header_) return;
    for (size_t i = 0; i < count_; ++i) {
      AppendEscaped(columns[i].name, true, out);
      out += i + 1 < count_ ? '\t' : '\n';
    }
  }

  void Row(const engine::DataChunk& chunk, size_t row, std::string& out) override {
    for (size_t i = 0; i < count_; ++i) {
      if (chunk.IsNull(i, row)) {
        out += "NULL";
      } else if (plain_[i]) {
        chunk.AppendText(i, row, engine::TextForm::kPlain, out);
      } else {
        cell_.clear();
        chunk.AppendText(i, row, engine::TextForm::kPlain, cell_);
        AppendEscaped(cell_, true, out);
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

class CsvRenderer : public Renderer {
 public:
  explicit CsvRenderer(bool header) : header_(header) {}

  void Begin(const std::vector<engine::ResultColumn>& columns, std::string& out) override {
    count_ = columns.size();
    if (!header_) return;
    for (size_t i = 0; i < count_; ++i) {
      session::AppendCsvField(columns[i].name, format_, out);
      out += i + 1 < count_ ? ',' : '\n';
    }
  }

  void Row(const engine::DataChunk& chunk, size_t row, std::string& out) override {
    for (size_t i = 0; i < count_; ++i) {
      // NULL is nothing at all, the empty text is a pair of quotes.
      if (!chunk.IsNull(i, row)) {
        cell_.clear();
        chunk.AppendText(i, row, engine::TextForm::kPlain, cell_);
        session::AppendCsvField(cell_, format_, out);
      }
      out += i + 1 < count_ ? ',' : '\n';
    }
  }

  void End(std::string&) override {}

 private:
  bool header_;
  size_t count_ = 0;
  session::CsvFormat format_;
  std::string cell_;
};

}  // namespace

std::unique_ptr<Renderer> MakeTsvRenderer(bool header) {
  return std::make_unique<TsvRenderer>(header);
}

std::unique_ptr<Renderer> MakeCsvRenderer(bool header) {
  return std::make_unique<CsvRenderer>(header);
}

}  // namespace paisql::shell
