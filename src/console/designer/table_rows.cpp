#include "console/designer/table_rows.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "engine/text/result_text.h"
#include "session/sink.h"
#include "syntax/lexer/lexer.h"

namespace paisql::console::canvas {

namespace {

class RowSink final : public session::Sink {
 public:
  explicit RowSink(size_t longest) : longest_(longest) {}

  Status Rows(engine::ResultStream& stream) override {
    table = {};
    for (const engine::ResultColumn& column : stream.columns()) {
      table.columns.push_back({column.name, column.type.ToString()});
    }
    engine::ResultText text(stream.columns());
    while (true) {
      PAISQL_ASSIGN(const engine::Batch batch, stream.Next());
      if (!batch) return Status::Ok();
      text.Read(batch);
      for (size_t row = 0; row < batch.row_count(); ++row) Add(text, row);
    }
  }
  void WantsAllRows() override {}
  Status Show(const session::Answer& answer) override {
    table = {};
    for (const std::string& name : answer.columns) table.columns.push_back({name, "STRING"});
    table.rows = answer.rows;
    return Status::Ok();
  }
  void Message(std::string_view) override {}
  void JobOutput(std::string_view) override {}
  void Warning(const SourceRange&, std::string_view) override {}

  TableRows table;

 private:
  void Add(const engine::ResultText& text, size_t row) {
    std::vector<std::optional<std::string>> cells;
    for (size_t column = 0; column < table.columns.size(); ++column) {
      if (text.IsNull(column, row)) {
        cells.emplace_back(std::nullopt);
        continue;
      }
      std::string cell;
      text.AppendText(column, row, engine::TextForm::kPlain, cell);
      if (cell.size() > longest_) cell.resize(longest_);
      cells.emplace_back(std::move(cell));
    }
    table.rows.push_back(std::move(cells));
  }

  size_t longest_;
};

}  // namespace

std::optional<size_t> TableRows::Find(std::string_view name) const {
  const auto found = std::ranges::find_if(
      columns, [&](const Column& column) { return EqualsIgnoreCase(column.name, name); });
  if (found == columns.end()) return std::nullopt;
  return static_cast<size_t>(found - columns.begin());
}

Result<TableRows> ReadRows(session::Session& session, const std::string& statement,
                           size_t longest) {
  RowSink sink(longest);
  syntax::StatementText text;
  text.text = statement;
  PAISQL_TRY(session.Execute(text, sink));
  return std::move(sink.table);
}

}  // namespace paisql::console::canvas
