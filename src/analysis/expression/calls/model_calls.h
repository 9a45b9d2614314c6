#pragma once

// PREDICT('[project.]model[:version][/signature]', …): which model it is, which argument is which
// input, and of what type the answer is. docs/serving.md says what users see. Private to this room.

#include <vector>

#include "analysis/context/state.h"
#include "functions/function.h"

namespace paisql::analysis {

// Whether calls of the function are judged here.
bool IsModelCall(const functions::Function& function);

// Errors: kModelNotFound at the name, kArgumentCount and kInvalidArgumentType at the argument, with
// the input's name, type and shape; kUnsupported for a signature that SQL cannot call.
Result<plan::ExpressionPtr> ModelCall(State& state, const functions::Function& function,
                                      std::vector<plan::ExpressionPtr> arguments,
                                      const SourceRange& range);

}  // namespace paisql::analysis
