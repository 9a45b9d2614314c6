#include "analysis/snapshot.h"

#include "analysis/query/query.h"
#include "analysis/statement/parts.h"

namespace paisql::analysis {

Result<SnapshotPlan> AnalyzeSnapshot(const syntax::Query& query, AnalysisContext& context) {
  State state(context);
  SnapshotPlan plan;
  PAISQL_ASSIGN(plan.root, state.Whole(QueryRelation(state, query, nullptr)));
  PAISQL_TRY(FinishPlan(state, plan.root));
  PAISQL_TRY(CheckStorable(*plan.root));
  PAISQL_ASSIGN(plan.columns, ColumnsOf(*plan.root, query.range));
  int64_t id = 0;
  for (store::Column& column : plan.columns) column.id = ++id;
  return plan;
}

}  // namespace paisql::analysis
