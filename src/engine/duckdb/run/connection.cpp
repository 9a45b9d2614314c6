#include "engine/duckdb/run/connection.h"

#include "engine/duckdb/failure/start.h"
#include "engine/duckdb/print/expression/decimal_trim.h"
#include "engine/duckdb/print/sql_text.h"
#include "engine/duckdb/print/statement.h"
#include "engine/duckdb/report/report.h"
#include "engine/duckdb/run/result_stream.h"

namespace paisql::engine {

Result<std::unique_ptr<ResultStream>> DuckdbConnection::Query(const plan::Relation& root,
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
    PAISQL_ASSIGN(std::shared_ptr<Link> link, LinkFor(context));
    PAISQL_TRY(link->Begin(context, sql, FailurePlaces(root)));
    FirstChunks first;
    PAISQL_ASSIGN(ResultHandle result, link->Run(sql, {.first = &first}));
    if (!ResultFits(link->api(), result, columns)) continue;
    return std::unique_ptr<ResultStream>(std::make_unique<DuckdbResultStream>(
        std::move(link), std::move(result), std::move(columns), std::move(first)));
  }
  return Error{ErrorCode::kUnsupported,
               "a column of the result does not have the type that it was promised", root.range,
               "CAST the columns to plain types"};
}

Result<std::string> DuckdbConnection::Print(const plan::Relation& root, const Bindings& bindings,
                                            const ExecutionSettings& settings) {
  PrintContext context(settings, bindings);
  std::string sql = PrintQuery(root, false, context);
  if (context.error) return *context.error;
  return sql;
}

Result<std::shared_ptr<Link>> DuckdbConnection::LinkFor(const PrintContext& context) {
  std::shared_ptr<Link> link = link_;
  if (context.one_thread) {
    PAISQL_ASSIGN(std::shared_ptr<Database> database, link_->database().InOrder());
    link = in_order_;
    if (link == nullptr || &link->database() != database.get()) {
      PAISQL_ASSIGN(link, Link::Open(std::move(database)));
    }
  }
  const std::lock_guard lock(mutex_);
  if (context.one_thread) in_order_ = link;
  newest_ = link;
  return link;
}

std::shared_ptr<Link> DuckdbConnection::newest() {
  const std::lock_guard lock(mutex_);
  return newest_ != nullptr ? newest_ : link_;
}

std::optional<QueryProgress> DuckdbConnection::Progress() { return newest()->Progress(); }

void DuckdbConnection::Interrupt() {
  const std::shared_ptr<Link> newest = this->newest();
  if (newest != link_) newest->Interrupt();
  link_->Interrupt();  // and an appender beside the statement
}

Result<ExecutionReport> DuckdbConnection::Report(const plan::Relation& root,
                                                 const Bindings& bindings) {
  ExecutionReport report;
  const std::optional<ProfileNode> top = newest()->Profile();
  if (!top) return report;
  MatchOperators(root, bindings, BelowCopy(*top), report);
  ListExecuted(root, bindings, *top, report);
  return report;
}

Result<std::unique_ptr<Connection>> DuckdbEngine::Connect() {
  PAISQL_ASSIGN(std::shared_ptr<Link> link,
                CatchStartRefusals([&] { return Link::Open(database_); }));
  return std::unique_ptr<Connection>(std::make_unique<DuckdbConnection>(std::move(link)));
}

}  // namespace paisql::engine
