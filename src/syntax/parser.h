#pragma once

// Text of one statement to a tree. A syntax error is kParse, "invalid token 'x'" with at most six
// expected tokens and the place of the offending token. Limits below are errors too, never a crash.
// Safe from any thread; nothing is kept between calls but the parser's own prediction cache.

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "syntax/statement.h"

namespace paisql::syntax {

// A statement may not be longer (maxcompute-statements.md section 1: 2 MB; ours is wider so that
// generated INSERT … VALUES statements pass).
inline constexpr size_t kMaxStatementBytes = 64UL << 20;
// Parentheses, brackets, CASE and subqueries may not nest deeper: the parser recurses, and this
// depth stays well inside a 8 MiB stack. It bounds chains of prefixes, predicates, subscripts,
// fields and joins as well.
inline constexpr int kMaxNestingDepth = 500;
// Operands that one chain of binary operators or set operators may have: a + b + …, a OR b OR …,
// q UNION ALL q …. Such chains are parsed, built and destroyed in loops, not by recursion.
inline constexpr size_t kMaxOperatorChain = 20'000;

// `text` is one statement without its semicolon (SplitStatements gives it); ranges of the tree
// count in it.
Result<StatementPtr> ParseStatement(std::string_view text);

// An expression or a query alone, as partition filters, views and tests need them.
Result<ExpressionPtr> ParseExpression(std::string_view text);
Result<std::unique_ptr<Query>> ParseQuery(std::string_view text);

}  // namespace paisql::syntax
