#pragma once

// Types and functions of MaxCompute that are known by name and not offered: their errors name them
// and the cure. Private to this room.

#include <optional>
#include <string_view>

#include "base/error.h"

namespace paisql::analysis {

// kUnsupported when a type as it is spelled is one of them or has one as a part.
std::optional<Error> AbsentType(std::string_view spelling, const SourceRange& range);
// kUnsupported when the function is one of them.
std::optional<Error> AbsentFunction(std::string_view name, const SourceRange& range);

}  // namespace paisql::analysis
