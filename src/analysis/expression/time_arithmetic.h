#pragma once

// DATE, DATETIME, TIMESTAMP and TIMESTAMP_NTZ plus or minus INTERVAL, and INTERVAL with INTERVAL.

#include "analysis/expression/coercion.h"

namespace paisql::analysis {

// True where one operand of + or - is an INTERVAL; what the other one may be is checked later.
bool HasInterval(const DataType& left, const DataType& right);

// The sum or difference, in the type that TimeArithmeticType names; kInvalidArgumentType where
// there is none. A DATE and a constant number of whole days give a DATE.
Result<plan::ExpressionPtr> MakeTimeArithmetic(State& state, char op, plan::ExpressionPtr left,
                                               plan::ExpressionPtr right, const SourceRange& range);

}  // namespace paisql::analysis
