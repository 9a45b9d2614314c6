#pragma once

// MAX_PT('project.table'): the greatest value of the first partition column among the partitions
// that hold a row, as a constant of type STRING. Errors point at the argument: no such table, a
// table without partitions, no partition with data, which a check of a script that writes rows
// cannot judge (ErrorSubject::Kind::kPartitionedRows).

#include "analysis/context/state.h"
#include "plan/expression.h"

namespace paisql::analysis {

Result<plan::ExpressionPtr> MaxPartition(State& state, const plan::Call& call);

}  // namespace paisql::analysis
