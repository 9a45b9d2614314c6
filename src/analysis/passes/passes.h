#pragma once

// What is done to a whole plan when every name in it is resolved. Private to this room.

#include "analysis/context/state.h"

namespace paisql::analysis {

// Finds for each scan of a partitioned table the predicates over its partition columns (above it,
// through joins, projections, aggregations and shared definitions, as far as that is sound), and
// refuses a scan of all partitions unless the settings allow it.
Status PrunePartitions(State& state, plan::Relation& root);

// Takes columns that nothing above reads out of scans, projections and what stands between.
void PruneColumns(plan::Relation& root);

// Holds the plan to what plan/expression.h promises: no call without its function, no column that
// only stands for something, no unknown type.
void AssertResolved(const plan::Relation& root);

// All of them, and a type for columns of bare NULLs: what every analysed root goes through.
Status FinishPlan(State& state, plan::RelationPtr& root);

}  // namespace paisql::analysis
