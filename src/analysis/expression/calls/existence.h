#pragma once

// TABLE_EXISTS('project.table') and PARTITION_EXISTS('project.table', value, …) as constants.

#include "analysis/context/state.h"
#include "plan/expression.h"

namespace paisql::analysis {

Result<plan::ExpressionPtr> TableExists(State& state, const plan::Call& call);

// A value for each level of partitions; an error where the table is missing or has no partitions.
Result<plan::ExpressionPtr> PartitionExists(State& state, const plan::Call& call);

}  // namespace paisql::analysis
