#include "analysis/query/query.h"
#include "analysis/statement/parts.h"

namespace paisql::analysis {

Result<QueryPlan> AnalyzeQuery(const syntax::Query& query, AnalysisContext& context) {
  State state(context);
  QueryPlan plan;
  PAISQL_ASSIGN(plan.root, state.Whole(QueryRelation(state, query, nullptr)));
  PAISQL_TRY(FinishPlan(state, plan.root));
  return plan;
}

}  // namespace paisql::analysis
