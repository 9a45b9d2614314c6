#include "session/statements/handlers.h"

namespace paisql::session {

Status RunCreateView(const syntax::CreateViewStatement& statement, Run& run) {
  State& state = run.state;
  analysis::AnalysisContext context = state.MakeContext();
  PAISQL_ASSIGN(const store::Table view, analysis::AnalyzeCreateView(statement, run.text, context));
  ShowWarnings(context, run.sink);
  const SourceRange& range = statement.view.range;
  PAISQL_ASSIGN_AT(range, const std::optional<store::Table> existing,
                   state.catalog().FindTable(view.project, view.name));
  if (existing.has_value() && statement.if_not_exists) {
    run.sink.Message("OK");
    return Status::Ok();
  }
  if (existing.has_value() && statement.or_replace) {
    if (existing->kind != store::TableKind::kView) {
      return Error{ErrorCode::kInvalidObjectType, existing->QualifiedName() + " is a table", range,
                   "drop the table, or choose another name for the view"};
    }
    PAISQL_TRY_AT(range, state.catalog().ReplaceView(existing->id, view));
  } else {
    PAISQL_TRY_AT(range, state.catalog().CreateTable(view));
  }
  run.sink.Message("OK");
  return Status::Ok();
}

}  // namespace paisql::session
