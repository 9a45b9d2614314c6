#include "engine/duckdb/run/row_filter.h"

#include "engine/duckdb/print/expression/cast.h"
#include "engine/duckdb/print/printer.h"
#include "engine/duckdb/print/relation/limit_check.h"
#include "engine/duckdb/print/sql_text.h"
#include "engine/duckdb/run/result_stream.h"
#include "engine/duckdb/run/row_blocks.h"

namespace paisql::engine {

// The rows are texts, typed as partition values are: by CAST from STRING.
Result<std::vector<bool>> DuckdbRowFilter::FilterRows(
    const plan::Expression& predicate, const Bindings& bindings,
    const std::vector<plan::OutputColumn>& columns,
    const std::vector<std::vector<std::string>>& rows, const ExecutionSettings& settings) {
  std::vector<bool> keep(rows.size(), false);
  if (rows.empty()) return keep;
  PrintContext context(settings, bindings);
  context.inner_limit = HasLimit(predicate);
  auto block = std::make_shared<RowBlock>();
  block->rows = rows.size();
  RowColumn numbers;
  numbers.raw_type = TypeId::kBigint;
  numbers.is_null.assign(rows.size(), false);
  for (size_t r = 0; r < rows.size(); ++r) numbers.integers.push_back(static_cast<int64_t>(r));
  block->columns.push_back(std::move(numbers));
  std::string list = "v0";
  for (size_t i = 0; i < columns.size(); ++i) {
    RowColumn texts;
    texts.is_null.assign(rows.size(), false);
    for (const auto& row : rows) texts.texts.push_back(row[i]);
    block->columns.push_back(std::move(texts));
    const std::string raw = "v" + std::to_string(i + 1);
    list += ", " +
            PrintCast(raw, TypeId::kString, columns[i].type, EvaluationMode::kStrict, context) +
            " AS " + ColumnName(columns[i].id);
  }
  context.blocks.push_back(std::move(block));
  Printer printer(context);
  const std::string sql = "SELECT v0 FROM (SELECT " + list + " FROM " +
                          std::string(kRowBlockFunction) + "(0)) AS t WHERE " +
                          printer.PrintExpression(predicate);
  if (context.error) return *context.error;

  PAISQL_TRY(link_->Begin(context, sql, FailurePlaces(predicate)));
  PAISQL_ASSIGN(ResultHandle result, link_->Run(sql));
  DuckdbResultStream stream(link_, std::move(result), {{"row", TypeId::kBigint}});
  while (true) {
    PAISQL_ASSIGN(const Batch batch, stream.Next());
    if (!batch) return keep;
    for (size_t r = 0; r < batch.row_count(); ++r) {
      keep[static_cast<size_t>(NumberAt<int64_t>(batch.column(0), r))] = true;
    }
  }
}

}  // namespace paisql::engine
