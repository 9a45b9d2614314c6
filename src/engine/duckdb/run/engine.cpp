#include "engine/duckdb/run/engine.h"

#include "engine/duckdb/print/cast.h"
#include "engine/duckdb/print/decimal_trim.h"
#include "engine/duckdb/print/limit_check.h"
#include "engine/duckdb/print/printer.h"
#include "engine/duckdb/print/sql_text.h"
#include "engine/duckdb/print/statement.h"
#include "engine/duckdb/run/report.h"
#include "engine/duckdb/run/result_stream.h"
#include "engine/duckdb/run/share.h"

namespace paisql::engine {

Result<std::unique_ptr<ResultStream>> DuckdbEngine::Query(const plan::Relation& root,
                                                          const Bindings& bindings,
                                                          const ExecutionSettings& settings) {
  std::vector<ResultColumn> columns;
  for (const auto& column : root.output) columns.push_back({column.name, column.type});
  for (const bool exact : {false, true}) {
    PrintContext context(settings, bindings);
    context.plan_once = true;
    const std::string sql = PrintQuery(root, exact, context);
    if (context.error) return *context.error;
    PAISQL_TRY(connection_->Begin(context, sql));
    PAISQL_ASSIGN(ResultHandle result, connection_->Run(sql));
    if (!ResultFits(connection_->api(), result, columns)) continue;
    return std::unique_ptr<ResultStream>(std::make_unique<DuckdbResultStream>(
        connection_, std::move(result), std::move(columns), TrimmedColumns(root, settings)));
  }
  return Error{ErrorCode::kUnsupported,
               "a column of the result does not have the type that it was promised", root.range,
               "CAST the columns to plain types"};
}

Result<std::string> DuckdbEngine::Print(const plan::Relation& root, const Bindings& bindings,
                                        const ExecutionSettings& settings) {
  PrintContext context(settings, bindings);
  std::string sql = PrintQuery(root, false, context);
  if (context.error) return *context.error;
  return sql;
}

Status DuckdbEngine::TakeShare(const EngineShare& share) {
  // The memory first: it is what may be refused, and then nothing has changed.
  PAISQL_TRY(connection_->Execute(share.memory_bytes > 0
                                      ? "SET memory_limit=" + QuoteText(MemoryLimit(share))
                                      : std::string("RESET memory_limit")));
  connection_->SetMemory(share.memory_bytes);
  return connection_->TakeThreads(ThreadLimit(share));
}

Result<ExecutionReport> DuckdbEngine::Report(const plan::Relation& root, const Bindings& bindings) {
  ExecutionReport report;
  const std::optional<ProfileNode> top = connection_->Profile();
  if (!top) return report;
  MatchOperators(root, bindings, BelowCopy(*top), report);
  ListExecuted(root, bindings, *top, report);
  return report;
}

// The rows are texts, typed as partition values are: by CAST from STRING.
Result<std::vector<bool>> DuckdbEngine::FilterRows(
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

  PAISQL_TRY(connection_->Begin(context, sql));
  PAISQL_ASSIGN(ResultHandle result, connection_->Run(sql));
  DuckdbResultStream stream(connection_, std::move(result), {{"row", TypeId::kBigint}}, {false});
  std::string number;
  while (true) {
    PAISQL_ASSIGN(const DataChunk* chunk, stream.Next());
    if (chunk == nullptr) return keep;
    for (size_t r = 0; r < chunk->row_count(); ++r) {
      number.clear();
      chunk->AppendText(0, r, TextForm::kPlain, number);
      keep[std::stoul(number)] = true;
    }
  }
}

Result<std::unique_ptr<Engine>> LoadDuckdb(const EngineOptions& options) {
  PAISQL_ASSIGN(const DuckdbApi* api, LoadApi(options.library_path));
  PAISQL_ASSIGN(auto connection, Connection::Open(*api, options));
  return std::unique_ptr<Engine>(std::make_unique<DuckdbEngine>(std::move(connection)));
}

}  // namespace paisql::engine
