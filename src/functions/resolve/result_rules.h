#pragma once

// Result types that a signature cannot say.

#include <optional>

#include "functions/function.h"
#include "types/value.h"

namespace paisql::functions {

// The result "DECIMAL" of a row, by its name, from the DECIMAL types of its arguments.
DataType DecimalResult(std::string_view name, const std::vector<DataType>& arguments);

// The rules of Function::result_rule that look at types only ("struct", "map", "decode", "entries",
// …): the parameter types in `resolution` are replaced by the types that the arguments convert to,
// and the result is set. False when the types do not fit. Other rules leave the resolution as it
// is.
bool ApplyTypeRule(const std::vector<DataType>& arguments, const TypeMode& mode,
                   Resolution& resolution);

// The rules that look at constant arguments ("named_struct"): the result's type. constants[i] is
// the folded i-th argument, or nullopt where it is not constant.
// kConstantExpected where a constant is missing.
bool NeedsConstantsForResult(const Function& function);
Result<DataType> ResultFromConstants(const Function& function,
                                     const std::vector<DataType>& arguments,
                                     const std::vector<std::optional<Value>>& constants);

}  // namespace paisql::functions
