#pragma once

// How a merge judges the ends of what it waits for: names with and, or, not and brackets. Pure.

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace paisql::nodes {

// `holds` says of a name whether it is so; nullopt: there is no such name. kParse, without a place,
// for a text that is not such an expression. "" is true.
Result<bool> JudgeLogic(std::string_view text,
                        const std::function<std::optional<bool>(std::string_view name)>& holds);

}  // namespace paisql::nodes
