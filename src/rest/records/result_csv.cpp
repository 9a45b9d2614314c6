#include "rest/records/result_csv.h"

#include "engine/text/result_text.h"

namespace paisql::rest {

namespace {

std::string Quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char letter : text) {
    if (letter == '"') quoted += '"';
    quoted += letter;
  }
  return quoted + "\"";
}

}  // namespace

Result<std::string> ResultCsv(const instances::InstanceResult& result) {
  std::string csv;
  for (const engine::ResultColumn& column : result.columns) {
    csv += (csv.empty() ? "" : ",") + Quoted(column.name);
  }
  csv += '\n';
  engine::ResultText text(result.columns);
  PAISQL_ASSIGN(const auto reader, result.Read(0, kMostCsvRows));
  while (true) {
    PAISQL_ASSIGN(const engine::Batch batch, reader->Next());
    if (!batch) return csv;
    text.Read(batch);
    for (size_t row = 0; row < batch.row_count(); ++row) {
      for (size_t column = 0; column < result.columns.size(); ++column) {
        if (column > 0) csv += ',';
        if (text.IsNull(column, row)) {
          csv += "\\N";
          continue;
        }
        std::string cell;
        text.AppendText(column, row, engine::TextForm::kPlain, cell);
        const bool plain = result.columns[column].type.IsNumeric();
        csv += plain ? cell : Quoted(cell);
      }
      csv += '\n';
    }
  }
}

}  // namespace paisql::rest
