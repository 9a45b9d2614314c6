#pragma once

// Spellings (spelling/spelling.h) with their arguments put in.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/duckdb/print/print_context.h"

namespace paisql::engine {

// The body of the lambda that is the argument with this index, its parameters replaced by texts. It
// stands within `depth` lambdas of the template.
using LambdaBody = std::function<std::string(
    size_t argument, const std::vector<std::string>& parameters, size_t depth)>;

// Replaces $1 …, $*, $2*, $type, $tz, $now, $v1 …; $0 by `whole`; $2(a, b) by `lambda_body` where
// it is given. The arguments are self-contained.
std::string ExpandTemplate(std::string_view text, const std::vector<std::string>& arguments,
                           const DataType& type, std::string_view whole, PrintContext& context,
                           const LambdaBody& lambda_body = nullptr);

// The same in parentheses unless the template is a plain word or call.
std::string ExpandOperand(std::string_view text, const std::vector<std::string>& arguments,
                          const DataType& type, std::string_view whole, PrintContext& context,
                          const LambdaBody& lambda_body = nullptr);

}  // namespace paisql::engine
