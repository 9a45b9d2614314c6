#include "sql/runner/test_sink.h"

#include "base/text.h"
#include "engine/text/result_text.h"

namespace paisql::sql_test {

namespace {

void AppendEscaped(std::string_view text, std::string& out) {
  for (const char c : text) {
    switch (c) {
      case '\t':
        out += "\\t";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\\':
        out += "\\\\";
        break;
      default:
        out += c;
    }
  }
}

}  // namespace

Status TestSink::Rows(engine::ResultStream& rows) {
  rows_.clear();
  engine::ResultText text(rows.columns());
  std::string cell;
  while (true) {
    PAISQL_ASSIGN(const engine::Batch batch, rows.Next());
    if (!batch) return Status::Ok();
    text.Read(batch);
    for (size_t row = 0; row < batch.row_count(); ++row) {
      std::string& line = rows_.emplace_back();
      for (size_t column = 0; column < rows.columns().size(); ++column) {
        if (column > 0) line += '\t';
        if (text.IsNull(column, row)) {
          line += "NULL";
          continue;
        }
        cell.clear();
        text.AppendText(column, row, engine::TextForm::kPlain, cell);
        // An empty cell would be a blank that editors remove from the end of a line.
        if (cell.empty()) cell = "(empty)";
        AppendEscaped(cell, line);
      }
    }
  }
}

Status TestSink::Show(const session::Answer& answer) {
  session::AnswerStream rows(answer);
  return Rows(rows);
}

void TestSink::Clear() {
  rows_.clear();
  messages_.clear();
}

}  // namespace paisql::sql_test
