#include "tunnel/row_text.h"

#include "types/value_text.h"

namespace paisql::tunnel {

namespace {

class CsvText : public RowText {
 public:
  CsvText(const RowFormat& format, const std::vector<engine::ResultColumn>& columns)
      : header_(format.header), rows_(columns, format.csv, format.pattern) {}

  void AppendHeader(std::string& out) const override {
    if (header_) rows_.AppendHeader(out);
  }
  Status AppendRow(const engine::ResultText& rows, size_t row, std::string& out) override {
    return rows_.AppendRow(rows, row, out);
  }

 private:
  bool header_;
  CsvRows rows_;
};

// What is NULL has no member, as in the files of UNLOAD.
class JsonText : public RowText {
 public:
  explicit JsonText(const std::vector<engine::ResultColumn>& columns) {
    for (const engine::ResultColumn& column : columns) {
      AppendJsonString(column.name, names_.emplace_back());
      names_.back() += ':';
    }
  }

  void AppendHeader(std::string&) const override {}
  Status AppendRow(const engine::ResultText& rows, size_t row, std::string& out) override {
    out += '{';
    bool first = true;
    for (size_t i = 0; i < names_.size(); ++i) {
      if (rows.IsNull(i, row)) continue;
      if (!first) out += ',';
      first = false;
      out += names_[i];
      rows.AppendText(i, row, engine::TextForm::kJson, out);
    }
    out += "}\n";
    return Status::Ok();
  }

 private:
  std::vector<std::string> names_;
};

}  // namespace

std::unique_ptr<RowText> RowText::Make(const RowFormat& format,
                                       const std::vector<engine::ResultColumn>& columns) {
  if (format.form == RowForm::kJson) return std::make_unique<JsonText>(columns);
  return std::make_unique<CsvText>(format, columns);
}

}  // namespace paisql::tunnel
