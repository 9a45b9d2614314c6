#pragma once

// Operators of DECIMALs whose results Spark computes as the platform does. Spark gives up digits of
// the fraction where a result needs more than 38; the platform keeps them. Pure.

#include <optional>
#include <string>
#include <string_view>

#include "types/conversion.h"
#include "types/data_type.h"

namespace paisql::engine::spark {

// The text of `$1 op $2` for op one of + - * /. nullopt where Spark would round otherwise, or where
// the mode's answer to an overflow is not Spark's.
std::optional<std::string> DecimalText(char op, const DataType& left, const DataType& right,
                                       const DataType& result, EvaluationMode mode, bool sail);

// '+' for a template "$decimal($1 + $2)", '\0' for any other.
char DecimalOperatorOf(std::string_view text);

}  // namespace paisql::engine::spark
