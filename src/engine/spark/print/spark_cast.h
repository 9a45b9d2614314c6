#pragma once

// Conversions that Spark makes as the platform does. Pure.

#include <optional>
#include <string>

#include "types/conversion.h"
#include "types/data_type.h"

namespace paisql::engine::spark {

// The text of a CAST of $1. nullopt where a kernel converts.
std::optional<std::string> CastText(const DataType& from, const DataType& to, EvaluationMode mode,
                                    bool sail);

}  // namespace paisql::engine::spark
