#pragma once

// Plan to plan: what is read is narrowed to what is needed, and the rows stay the same.

#include <vector>

#include "plan/relation.h"
#include "types/conversion.h"

namespace paisql::optimizer {

struct Context {
  EvaluationMode mode = EvaluationMode::kNormal;  // of the statement's own calls
  plan::ColumnId& next_column;  // no column of the plan has this id or a greater one
};

// Finds for each scan of a partitioned table the predicates over its partition columns (above it,
// through joins, projections, aggregations and shared definitions, as far as that is sound). Gives
// the scans of all partitions for which no predicate of the user's speaks of them.
std::vector<const plan::Scan*> PrunePartitions(Context& context, plan::Relation& root);

// Takes columns that nothing above reads out of scans, projections and what stands between.
void PruneColumns(plan::Relation& root);

}  // namespace paisql::optimizer
