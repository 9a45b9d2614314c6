#include "session/data_flow.h"
#include "session/statements/rows/handlers.h"
#include "session/statements/stream_query.h"

namespace paisql::session {
namespace {

// The names of the query are looked up in one state of the catalog.
Result<analysis::QueryPlan> AnalyzeInView(const syntax::Query& query,
                                          analysis::AnalysisContext& context, Run& run) {
  PAISQL_ASSIGN(const store::Catalog::View one_state, run.state.catalog().BeginView());
  return analysis::AnalyzeQuery(query, context);
}

// A query without LIMIT has that of odps.sql.select.auto.limit, where it is set.
void LimitByItself(const syntax::Query& query, const Run& run, analysis::QueryPlan* plan) {
  const int64_t most = run.state.settings().GetCount("odps.sql.select.auto.limit").value_or(0);
  if (most == 0 || query.limit != nullptr) return;
  auto limit = std::make_unique<plan::Limit>();
  limit->count = most;
  limit->output = plan->root->output;
  limit->range = query.range;
  limit->input = std::move(plan->root);
  plan->root = std::move(limit);
}

}  // namespace

Status StreamPlan(const analysis::QueryPlan& plan, execution::RunOptions options, Run& run,
                  const std::function<Status(engine::ResultStream&)>& consume) {
  execution::PlanRun plans(run.state, std::move(options));
  PAISQL_TRY(plans.Add({"", plan.root.get()}));
  PAISQL_TRY(plans.Prepare());
  return plans.Stream(plans.plans().front(), consume);
}

Status StreamQuery(const syntax::Query& query, analysis::AnalysisContext context,
                   execution::RunOptions options, Run& run,
                   const std::function<Status(engine::ResultStream&)>& consume) {
  PAISQL_ASSIGN(const analysis::QueryPlan plan, AnalyzeInView(query, context, run));
  ShowWarnings(context, run.out);
  if (run.state.checking()) return Status::Ok();
  return StreamPlan(plan, std::move(options), run, consume);
}

Status ShowRows(engine::ResultStream& rows, Run& run) {
  const int64_t kept_rows = run.state.KeptRows();
  if (kept_rows == 0) return run.out.Rows(rows);
  KeptStream kept(rows, kept_rows, run.state.Execution().time_zone);
  PAISQL_TRY(run.out.Rows(kept));
  kept.Keep(run.state.last_result());
  if (kept.ended()) run.outcome.all_rows = kept.row_count();
  run.outcome.least_rows = kept.row_count();
  return Status::Ok();
}

Status RunSelect(const syntax::SelectStatement& statement, Run& run) {
  run.outcome.query = true;
  analysis::AnalysisContext context = run.state.MakeContext();
  context.allow_full_scan = context.allow_full_scan || statement.of_table;
  PAISQL_ASSIGN(analysis::QueryPlan plan, AnalyzeInView(statement.query, context, run));
  LimitByItself(statement.query, run, &plan);
  ShowWarnings(context, run.out);
  if (run.state.checking()) {
    if (TellsFlow(run)) run.out.Flow(FlowOf("SELECT", *plan.root, context));
    run.state.last_result().SetColumns(plan.root->output);
    return Status::Ok();
  }
  if (statement.query.limit != nullptr) run.out.WantsAllRows();
  return StreamPlan(plan, RunOptionsOf(run), run,
                    [&](engine::ResultStream& rows) { return ShowRows(rows, run); });
}

}  // namespace paisql::session
