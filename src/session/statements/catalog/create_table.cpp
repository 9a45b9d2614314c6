#include "session/data_flow.h"
#include "session/external_files.h"
#include "session/statements/catalog/handlers.h"
#include "session/statements/writes.h"

namespace paisql::session {

Status RunCreateTable(const syntax::CreateTableStatement& statement, Run& run) {
  State& state = run.state;
  analysis::AnalysisContext context = state.MakeContext();
  PAISQL_ASSIGN(analysis::CreateTablePlan plan, analysis::AnalyzeCreateTable(statement, context));
  if (std::optional<store::ExternalSource> source = store::ExternalOf(plan.write.target.table)) {
    source->location = ExternalLocation(source->location, state);
    store::SetExternal(plan.write.target.table, *source);
  }
  const store::Table& table = plan.write.target.table;
  ShowWarnings(context, run.out);
  if (TellsFlow(run) && plan.write.root != nullptr) {
    DataFlow flow = FlowOf("CREATE TABLE AS", *plan.write.root, context.views);
    flow.writes.push_back({table.QualifiedName(), ""});
    run.out.Flow(flow);
  }
  const SourceRange& range = statement.table.range;
  if (plan.if_not_exists) {
    PAISQL_ASSIGN_AT(range, const std::optional<store::Table> existing,
                     state.catalog().FindTable(table.project, table.name));
    if (existing.has_value()) {
      run.out.Done();
      return Status::Ok();
    }
  }
  const Status created = [&]() -> Status {
    if (plan.write.root == nullptr || state.checking()) {
      PAISQL_TRY(state.catalog().CreateTable(table));
      return Status::Ok();
    }
    execution::TableWrite write(state, {Planned(plan.write)}, RunOptionsOf(run));
    PAISQL_TRY(write.Stage());
    run.outcome.rows_written = write.rows();
    return write.Commit();
  }();
  if (!created.ok()) {
    // Another process was faster; IF NOT EXISTS is content with its table.
    const bool exists = created.error().code == ErrorCode::kTableExists;
    if (!exists || !plan.if_not_exists) return WithRange(created.error(), range);
  }
  run.out.Done();
  return Status::Ok();
}

}  // namespace paisql::session
