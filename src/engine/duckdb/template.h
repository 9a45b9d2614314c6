#pragma once

// Expressions of the function table (functions/function.h) with their arguments put in.

#include <string>
#include <string_view>
#include <vector>

#include "engine/duckdb/print_context.h"

namespace paisql::engine {

// Replaces $1 …, $*, $2*, $type, $tz and $now; $0 by `whole`. The arguments are self-contained.
std::string ExpandTemplate(std::string_view text, const std::vector<std::string>& arguments,
                           const DataType& type, std::string_view whole, PrintContext& context);

// The same in parentheses unless the template is a plain word or call.
std::string ExpandOperand(std::string_view text, const std::vector<std::string>& arguments,
                          const DataType& type, std::string_view whole, PrintContext& context);

}  // namespace paisql::engine
