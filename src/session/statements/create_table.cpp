#include "session/statements/handlers.h"
#include "session/transforms.h"
#include "session/writes.h"

namespace paisql::session {

Status RunCreateTable(const syntax::CreateTableStatement& statement, Run& run) {
  State& state = run.state;
  analysis::AnalysisContext context = state.MakeContext();
  PAISQL_ASSIGN(const analysis::CreateTablePlan plan,
                analysis::AnalyzeCreateTable(statement, context));
  ShowWarnings(context, run.sink);
  const SourceRange& range = statement.table.range;
  if (plan.if_not_exists) {
    PAISQL_ASSIGN_AT(range, const std::optional<store::Table> existing,
                     state.catalog().FindTable(plan.table.project, plan.table.name));
    if (existing.has_value()) {
      run.sink.Message("OK");
      return Status::Ok();
    }
  }
  Result<store::Table> created = [&]() -> Result<store::Table> {
    if (plan.as_root == nullptr || state.checking()) return state.catalog().CreateTable(plan.table);
    ReadPin pin(state);
    PAISQL_TRY(pin.ListForReading({plan.as_root.get()}));
    Transforms transforms(run);
    PAISQL_TRY(transforms.Execute({plan.as_root.get()}, state.Execution()));
    Staging staging(state, run.observer);
    PAISQL_ASSIGN(const std::vector<store::StagedFile> files,
                  staging.Write(*plan.as_root, plan.table, {}));
    return state.catalog().CreateTableWithFiles(plan.table, files);
  }();
  if (!created.ok()) {
    // Another process was faster; IF NOT EXISTS is content with its table.
    const bool exists = created.error().code == ErrorCode::kTableExists;
    if (!exists || !plan.if_not_exists) return WithRange(std::move(created).error(), range);
  }
  run.sink.Message("OK");
  return Status::Ok();
}

}  // namespace paisql::session
