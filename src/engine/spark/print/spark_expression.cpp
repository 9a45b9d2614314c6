#include <algorithm>

#include "base/text.h"
#include "engine/failure/failure.h"
#include "engine/spark/lower/make.h"
#include "engine/spark/print/spark_printer.h"
#include "engine/spark/print/spark_text.h"
#include "engine/spark/spelling/spark_spelling.h"
#include "plan/traverse.h"

namespace paisql::engine::spark {

using plan::ExpressionKind;

namespace {

// A MAP has no order and no equality in Spark.
bool HasMap(const DataType& type) {
  if (type.id() == TypeId::kMap) return true;
  return type.IsNested() && std::any_of(type.fields().begin(), type.fields().end(), HasMap);
}

}  // namespace

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
    case ExpressionKind::kWindow:
      return PrintWindow(plan::As<plan::Window>(expression));
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

std::string SparkPrinter::PrintKeys(const std::vector<plan::SortKey>& keys) {
  std::vector<std::string> texts;
  for (const plan::SortKey& key : keys) {
    if (key.expression->kind == ExpressionKind::kConstant) continue;
    texts.push_back(PrintExpression(*key.expression) + (key.descending ? " DESC" : " ASC") +
                    (key.nulls_first ? " NULLS FIRST" : " NULLS LAST"));
  }
  return Join(texts, ", ");
}

// The error has the form of a kernel's (python/paisql/spark/told_errors.py).
std::string SparkPrinter::PrintSingleValue(const plan::Aggregate& aggregate) {
  const std::string error =
      "paisql-error:" + FailureJson({{ErrorCode::kSubqueryRows,
                                      "Data Set should contains exactly one row",
                                      {},
                                      "aggregate the subquery or limit it to one row"},
                                     {FailureOrigin::Kind::kSubquery, ""}});
  return "(CASE WHEN count(*) > 1 THEN raise_error(" + QuoteText(error) + ") ELSE first(" +
         PrintExpression(*aggregate.arguments[0]) + ") END)";
}

std::string SparkPrinter::PrintAggregate(const plan::Aggregate& aggregate) {
  if (IsSingleValue(aggregate)) return PrintSingleValue(aggregate);
  const SparkSpelling* spelling = FindSparkSpelling(*aggregate.overload, EvaluationMode::kNormal,
                                                    aggregate.arguments, printing_.sail);
  const bool star = aggregate.star && aggregate.function->name == "count";
  const bool plain = aggregate.made_by.index() == 0 && aggregate.order_by.empty() &&
                     !(aggregate.distinct && HasMap(aggregate.arguments.front()->type));
  if ((spelling == nullptr && !star) || !plain) return PrintListKernel(aggregate, "");
  const std::vector<std::string> arguments = PrintAll(aggregate.arguments);
  const std::string filter =
      aggregate.filter ? " FILTER (WHERE " + PrintExpression(*aggregate.filter) + ")" : "";
  const auto complete = [&](std::string_view text) {
    std::string call = star ? "count(*)" : Expand(text, arguments, "", "");
    if (aggregate.distinct) call.insert(call.find('(') + 1, "DISTINCT ");
    return call + filter;
  };
  if (star) return complete("");
  return Finished(*spelling, aggregate.arguments, aggregate.type, aggregate.range, complete);
}

namespace {

std::string_view BoundText(plan::FrameBoundKind kind) {
  switch (kind) {
    case plan::FrameBoundKind::kUnboundedPreceding:
      return "UNBOUNDED PRECEDING";
    case plan::FrameBoundKind::kPreceding:
      return " PRECEDING";
    case plan::FrameBoundKind::kCurrentRow:
      return "CURRENT ROW";
    case plan::FrameBoundKind::kFollowing:
      return " FOLLOWING";
    case plan::FrameBoundKind::kUnboundedFollowing:
      return "UNBOUNDED FOLLOWING";
  }
  PAISQL_UNREACHABLE("a bound of unknown kind");
}

}  // namespace

std::string SparkPrinter::PrintOver(const plan::Window& window) {
  std::vector<std::string> parts;
  if (!window.partition_by.empty()) {
    parts.push_back("PARTITION BY " + Join(PrintAll(window.partition_by), ", "));
  }
  std::string keys = PrintKeys(window.order_by);
  if (keys.empty() && !window.order_by.empty()) keys = "CAST(0 AS BIGINT)";
  if (!keys.empty()) parts.push_back("ORDER BY " + keys);
  if (window.frame) {
    const plan::Frame& frame = *window.frame;
    if (frame.unit == plan::FrameUnit::kGroups ||
        frame.exclusion != plan::FrameExclusion::kNoOthers) {
      return Refuse("a frame of groups, or one that leaves rows out,", window.range);
    }
    const auto bound = [&](const plan::FrameBound& one) {
      const std::string offset = one.offset ? PrintExpression(*one.offset) : "";
      return offset + std::string(BoundText(one.kind));
    };
    parts.push_back((frame.unit == plan::FrameUnit::kRows ? "ROWS BETWEEN " : "RANGE BETWEEN ") +
                    bound(frame.start) + " AND " + bound(frame.end));
  }
  return " OVER (" + Join(parts, " ") + ")";
}

std::string SparkPrinter::PrintWindow(const plan::Window& window) {
  if (window.made_by.index() != 0) return Refuse("a function of a user in a window", window.range);
  const SparkSpelling* spelling = FindSparkSpelling(*window.overload, EvaluationMode::kNormal,
                                                    window.arguments, printing_.sail);
  const bool star = window.star && window.function->name == "count";
  if ((spelling == nullptr && !star) || window.filter || window.distinct ||
      !window.within_group.empty()) {
    return Refuse("the window function " + std::string(window.function->name), window.range);
  }
  const std::vector<std::string> arguments = PrintAll(window.arguments);
  const std::string over = (window.ignore_nulls ? " IGNORE NULLS" : "") + PrintOver(window);
  const auto complete = [&](std::string_view text) {
    return (star ? "count(*)" : Expand(text, arguments, "", "")) + over;
  };
  if (star) return complete("");
  return Finished(*spelling, window.arguments, window.type, window.range, complete);
}

}  // namespace paisql::engine::spark
