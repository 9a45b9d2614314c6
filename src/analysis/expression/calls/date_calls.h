#pragma once

// What date functions ask of their calls beyond their signatures. Private to this room.

#include <vector>

#include "analysis/context/state.h"
#include "functions/function.h"

namespace paisql::analysis {

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

}  // namespace paisql::analysis
