#pragma once

// Calls that are judged by more than their signatures. Private to this room.

#include <vector>

#include "analysis/context/state.h"
#include "functions/function.h"
#include "plan/expression.h"

namespace paisql::analysis {

// The rules that date functions have for their calls beyond their signatures.

// DATE_FORMAT of a text outside of Hive-compatible mode, EXTRACT of a wrong type or unit: errors of
// their own, which come before the overloads are looked at.
Status CheckDateCall(const State& state, const functions::Function& function,
                     const std::vector<plan::ExpressionPtr>& arguments, const SourceRange& range);

// CURRENT_TIMESTAMP() as a TIMESTAMP_NTZ where odps.sql.timestamp.function.ntz says so; any other
// call as it is.
plan::ExpressionPtr InSetType(State& state, plan::ExpressionPtr call);

// The call that a name without brackets stands for: CURRENT_DATE in Hive-compatible mode. Otherwise
// the error, with the cure where the name is a function's.
Result<plan::ExpressionPtr> BareCall(State& state, std::string_view name, Error unknown);

// TABLE_EXISTS('project.table') and PARTITION_EXISTS('project.table', value, …) as constants.

Result<plan::ExpressionPtr> TableExists(State& state, const plan::Call& call);

// A value for each level of partitions; an error where the table is missing or has no partitions.
Result<plan::ExpressionPtr> PartitionExists(State& state, const plan::Call& call);

// MATERIALIZED_VIEW_IS_VALID('project.view', value, …): whether the view, or the partitions whose
// first levels have these values, holds what its query gives now; as a constant.
Result<plan::ExpressionPtr> MaterializedViewIsValid(State& state, const plan::Call& call);

// MAX_PT('project.table'): the greatest value of the first partition column among the partitions
// that hold a row, as a constant of type STRING. Errors point at the argument: no such table, a
// table without partitions, no partition with data, which a check of a script that writes rows
// cannot judge (ErrorSubject::Kind::kPartitionedRows).
Result<plan::ExpressionPtr> MaxPartition(State& state, const plan::Call& call);

// PREDICT('[project.]model[:version][/signature]', …): which model it is, which argument is which
// input, and of what type the answer is. docs/serving.md says what users see.

// Whether calls of the function are judged here.
bool IsModelCall(const functions::Function& function);

// Errors: kModelNotFound at the name, kArgumentCount and kInvalidArgumentType at the argument, with
// the input's name, type and shape; kUnsupported for a signature that SQL cannot call.
Result<plan::ExpressionPtr> ModelCall(State& state, const functions::Function& function,
                                      std::vector<plan::ExpressionPtr> arguments,
                                      const SourceRange& range);

}  // namespace paisql::analysis
