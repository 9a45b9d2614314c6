#include "analysis/statement/finish_plan.h"

#include "analysis/expression/coercion.h"
#include "analysis/passes/passes.h"
#include "analysis/query/query.h"

namespace paisql::analysis {

Status FinishPlan(State& state, plan::RelationPtr& root) {
  std::vector<DataType> types;
  for (const plan::OutputColumn& column : root->output) types.push_back(Storable(column.type));
  root = ConvertColumns(state, std::move(root), types);
  PAISQL_TRY(PrunePartitions(state, *root));
  PruneColumns(*root);
  AssertResolved(*root);
  return Status::Ok();
}

}  // namespace paisql::analysis
