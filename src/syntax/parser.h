#pragma once

// Text of one statement to a tree. A syntax error is kParse, "invalid token 'x'" with at most six
// expected tokens and the place of the offending token. What exceeds a limit (base/limits.h) is an
// error too, never a crash: chains of operators are parsed, built and destroyed in loops,
// everything else that nests is counted before it is parsed. Safe from any thread; nothing is kept
// between calls but the parser's own prediction cache.

#include <memory>
#include <string>
#include <string_view>

#include "base/leash.h"
#include "base/result.h"
#include "syntax/query.h"
#include "syntax/statement.h"

namespace paisql::syntax {

// `text` is one statement without its semicolon (SplitStatements gives it); ranges of the tree
// count in it. The leash may end the work.
Result<StatementPtr> ParseStatement(std::string_view text, Leash* leash = nullptr);

// An expression or a query alone, as partition filters, views and tests need them.
Result<ExpressionPtr> ParseExpression(std::string_view text);
Result<std::unique_ptr<Query>> ParseQuery(std::string_view text, Leash* leash = nullptr);

}  // namespace paisql::syntax
