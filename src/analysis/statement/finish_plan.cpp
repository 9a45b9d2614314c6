#include "analysis/statement/parts.h"

#include <fmt/format.h>

#include "analysis/expression/coercion.h"
#include "analysis/query/query.h"
#include "optimizer/optimizer.h"

namespace paisql::analysis {

namespace {

// The platform refuses to read all partitions of a table unless the session allows it.
Status CheckFullScans(State& state, const std::vector<const plan::Scan*>& scans) {
  if (state.context.allow_full_scan || scans.empty()) return Status::Ok();
  for (const plan::Scan* scan : scans) {
    // What is new since a version is a part of the table.
    if (scan->history && scan->history->kind != plan::HistoryRead::kAt) continue;
    state.errors.Add(SemanticError(
        scan->range,
        fmt::format("physical plan generation failed: java.lang.RuntimeException: Table({}) is "
                    "full scan with all partitions, please specify partition predicates.",
                    scan->table.QualifiedName()),
        "add a condition on the partition columns, or SET odps.sql.allow.fullscan=true;"));
  }
  return state.errors.Combined();
}

}  // namespace

Status FinishPlan(State& state, plan::RelationPtr& root) {
  PAISQL_TRY(RewriteToMaterialized(state, root));
  std::vector<DataType> types;
  for (const plan::OutputColumn& column : root->output) types.push_back(Storable(column.type));
  root = ConvertColumns(state, std::move(root), types);
  optimizer::Context context{state.types().evaluation(), state.next_column()};
  PAISQL_TRY(CheckFullScans(state, optimizer::PrunePartitions(context, *root)));
  optimizer::PruneColumns(*root);
  AssertResolved(*root);
  return Status::Ok();
}

}  // namespace paisql::analysis
