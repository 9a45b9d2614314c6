#include "engine/duckdb/run/engine.h"

#include "engine/duckdb/print/expression/decimal_trim.h"
#include "engine/duckdb/print/sql_text.h"
#include "engine/duckdb/print/statement.h"
#include "engine/duckdb/report/report.h"
#include "engine/duckdb/run/result_stream.h"
#include "engine/duckdb/run/share.h"

namespace paisql::engine {

Result<std::unique_ptr<ResultStream>> DuckdbEngine::Query(const plan::Relation& root,
                                                          const Bindings& bindings,
                                                          const ExecutionSettings& settings) {
  std::vector<ResultColumn> columns;
  const std::vector<bool> trimmed = TrimmedColumns(root, settings);
  for (size_t i = 0; i < root.output.size(); ++i) {
    columns.push_back({root.output[i].name, root.output[i].type, trimmed[i]});
  }
  for (const bool exact : {false, true}) {
    PrintContext context(settings, bindings);
    context.plan_once = true;
    const std::string sql = PrintQuery(root, exact, context);
    if (context.error) return *context.error;
    PAISQL_TRY(connection_->Begin(context, sql, FailurePlaces(root)));
    PAISQL_ASSIGN(ResultHandle result, connection_->Run(sql));
    if (!ResultFits(connection_->api(), result, columns)) continue;
    return std::unique_ptr<ResultStream>(
        std::make_unique<DuckdbResultStream>(connection_, std::move(result), std::move(columns)));
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

}  // namespace paisql::engine
