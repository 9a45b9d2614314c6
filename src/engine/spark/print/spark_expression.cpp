#include <algorithm>

#include "base/text.h"
#include "engine/spark/print/spark_printer.h"
#include "engine/spark/print/spark_text.h"
#include "engine/spark/spelling/spark_spelling.h"
#include "plan/traverse.h"

namespace paisql::engine::spark {

using plan::ExpressionKind;

std::vector<std::string> SparkPrinter::PrintAll(
    const std::vector<plan::ExpressionPtr>& expressions) {
  std::vector<std::string> texts;
  for (const auto& expression : expressions) texts.push_back(PrintExpression(*expression));
  return texts;
}

std::string SparkPrinter::PrintExpression(const plan::Expression& expression) {
  if (error_) return "NULL";
  if (std::optional<std::string> text = PrintNative(expression)) return *text;
  if (const std::optional<std::string> constant = PrintConstant(expression)) return *constant;
  return PrintKernel(expression, false);
}

std::optional<std::string> SparkPrinter::PrintNative(const plan::Expression& expression) {
  switch (expression.kind) {
    case ExpressionKind::kColumn:
      return NameOf(plan::As<plan::ColumnRef>(expression).column);
    case ExpressionKind::kConstant:
      return Literal(plan::As<plan::Constant>(expression).value);
    case ExpressionKind::kCall:
      return PrintCall(plan::As<plan::Call>(expression));
    case ExpressionKind::kCast:
      return PrintCast(plan::As<plan::Cast>(expression));
    case ExpressionKind::kCase:
      return PrintCase(plan::As<plan::Case>(expression));
    case ExpressionKind::kAggregate:
      return PrintAggregate(plan::As<plan::Aggregate>(expression));
    case ExpressionKind::kWindow:  // PrintWindows has replaced those of a projection
      return Refuse("a window function here", expression.range);
    case ExpressionKind::kScalarSubquery:
    case ExpressionKind::kExists:
    case ExpressionKind::kInSubquery:
      PAISQL_UNREACHABLE("a subquery is left in a plan that is printed (lower/lower.h)");
    case ExpressionKind::kLambda:
      return std::nullopt;
  }
  PAISQL_UNREACHABLE("an expression of unknown kind");
}

std::optional<std::string> SparkPrinter::PrintCase(const plan::Case& expression) {
  if (!IsNative(expression)) return std::nullopt;
  std::string text = "(CASE";
  for (const auto& branch : expression.branches) {
    text += " WHEN " + PrintExpression(*branch.when);
    text += " THEN " + PrintExpression(*branch.then);
  }
  if (expression.otherwise) text += " ELSE " + PrintExpression(*expression.otherwise);
  return text + " END)";
}

}  // namespace paisql::engine::spark
