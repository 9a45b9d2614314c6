#include "session/statements/handlers.h"
#include "session/statements/plan_titles.h"

namespace paisql::session {

Status RunCreateTable(const syntax::CreateTableStatement& statement, Run& run) {
  State& state = run.state;
  analysis::AnalysisContext context = state.MakeContext();
  PAISQL_ASSIGN(const analysis::CreateTablePlan plan,
                analysis::AnalyzeCreateTable(statement, context));
  ShowWarnings(context, run.sink);
  if (TellsFlow(run) && plan.as_root != nullptr) {
    DataFlow flow = FlowOf("CREATE TABLE AS", *plan.as_root, context.views);
    flow.writes.push_back({plan.table.QualifiedName(), ""});
    run.sink.Flow(flow);
  }
  const SourceRange& range = statement.table.range;
  if (plan.if_not_exists) {
    PAISQL_ASSIGN_AT(range, const std::optional<store::Table> existing,
                     state.catalog().FindTable(plan.table.project, plan.table.name));
    if (existing.has_value()) {
      run.sink.Done();
      return Status::Ok();
    }
  }
  Result<store::Table> created = [&]() -> Result<store::Table> {
    if (plan.as_root == nullptr || state.checking()) return state.catalog().CreateTable(plan.table);
    execution::PlanRun plan_run(state, {{CreateTitle(plan), plan.as_root.get()}},
                                RunOptionsOf(run));
    PAISQL_TRY(plan_run.Prepare());
    PAISQL_ASSIGN(const std::vector<store::StagedFile> files,
                  plan_run.Write(plan_run.plans().front(), plan.table, {}));
    int64_t rows = 0;
    for (const store::StagedFile& file : files) rows += file.rows;
    run.outcome.rows_written = rows;
    return state.catalog().CreateTableWithFiles(plan.table, files);
  }();
  if (!created.ok()) {
    // Another process was faster; IF NOT EXISTS is content with its table.
    const bool exists = created.error().code == ErrorCode::kTableExists;
    if (!exists || !plan.if_not_exists) return WithRange(std::move(created).error(), range);
  }
  run.sink.Done();
  return Status::Ok();
}

}  // namespace paisql::session
