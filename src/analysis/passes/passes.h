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

}  // namespace paisql::analysis
