#include "session/statements/handlers.h"
#include "session/statements/stream_query.h"

namespace paisql::session {

Status StreamQuery(const syntax::Query& query, analysis::AnalysisContext context,
                   execution::RunOptions options, Run& run,
                   const std::function<Status(engine::ResultStream&)>& consume) {
  PAISQL_ASSIGN(const analysis::QueryPlan plan, analysis::AnalyzeQuery(query, context));
  ShowWarnings(context, run.sink);
  if (run.state.checking()) return Status::Ok();
  execution::PlanRun plans(run.state, {{"", plan.root.get()}}, std::move(options));
  PAISQL_TRY(plans.Prepare());
  return plans.Stream(plans.plans().front(), consume);
}

Status RunSelect(const syntax::SelectStatement& statement, Run& run) {
  run.outcome.query = true;
  return StreamQuery(statement.query, run.state.MakeContext(), RunOptionsOf(run), run,
                     [&](engine::ResultStream& rows) { return run.sink.Rows(rows); });
}

}  // namespace paisql::session
