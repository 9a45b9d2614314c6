#include <algorithm>

#include "base/text.h"
#include "engine/spark/lower/make.h"
#include "engine/spark/print/spark_printer.h"
#include "engine/spark/print/spark_text.h"
#include "engine/spark/spelling/spark_spelling.h"
#include "plan/traverse.h"

namespace paisql::engine::spark {

using plan::ExpressionKind;

namespace {

bool IsOperator(const plan::Call& call) {
  return call.function->kind == functions::FunctionKind::kOperator;
}

// AND, OR: an operand may decide whether another one is computed at all.
bool DecidesItself(const plan::Call& call) {
  return IsOperator(call) && (call.function->name == "and" || call.function->name == "or");
}

// A MAP has no order and no equality in Spark.
bool HasMap(const DataType& type) {
  if (type.id() == TypeId::kMap) return true;
  return type.IsNested() && std::any_of(type.fields().begin(), type.fields().end(), HasMap);
}

bool ComparesOtherwise(const plan::Call& call) {
  return IsOperator(call) && std::any_of(call.arguments.begin(), call.arguments.end(),
                                         [](const auto& a) { return HasMap(a->type); });
}

// Whether every value of a type is one of the other, and Spark finds it.
bool Widens(const DataType& from, const DataType& to) {
  if (from == to) return true;
  if (from.IsInteger() && to.IsInteger()) return from.id() < to.id();
  if (from.IsInteger()) {
    return to.id() == TypeId::kDouble ||
           (to.id() == TypeId::kDecimal && to.precision() - to.scale() >= 19);
  }
  if (from.id() == TypeId::kDecimal && to.id() == TypeId::kDecimal) {
    return from.scale() <= to.scale() &&
           from.precision() - from.scale() <= to.precision() - to.scale();
  }
  return from.id() == TypeId::kFloat && to.id() == TypeId::kDouble;
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

bool SparkPrinter::IsNative(const plan::Expression& expression) {
  bool native = true;
  if (expression.kind == ExpressionKind::kCall) {
    const auto& call = plan::As<plan::Call>(expression);
    native = call.made_by.index() == 0 && !ComparesOtherwise(call) &&
             FindSparkSpelling(*call.overload, call.mode, printing_.sail) != nullptr;
  } else if (expression.kind == ExpressionKind::kCast) {
    const auto& cast = plan::As<plan::Cast>(expression);
    native = Widens(cast.operand->type, cast.type);
  } else if (expression.kind == ExpressionKind::kConstant) {
    native = Literal(plan::As<plan::Constant>(expression).value).has_value();
  } else if (expression.kind == ExpressionKind::kLambda) {
    native = false;
  } else if (expression.kind != ExpressionKind::kCase) {
    return true;  // a kernel may be within it, but not around it
  }
  if (!native) return false;
  const auto children = plan::Children(expression);
  return std::all_of(children.begin(), children.end(),
                     [this](const plan::Expression* child) { return IsNative(*child); });
}

std::optional<std::string> SparkPrinter::PrintCall(const plan::Call& call) {
  if (call.made_by.index() != 0 || ComparesOtherwise(call)) return std::nullopt;
  const SparkSpelling* spelling = FindSparkSpelling(*call.overload, call.mode, printing_.sail);
  if (spelling == nullptr) return std::nullopt;
  // Spark computes kernels for all rows before it looks at anything else.
  if (DecidesItself(call) && !IsNative(call)) return std::nullopt;
  const std::optional<std::string> type = TypeText(call.type);
  if (!type) return std::nullopt;
  return Expand(spelling->text, PrintAll(call.arguments), *type, "");
}

std::optional<std::string> SparkPrinter::PrintCast(const plan::Cast& cast) {
  if (!Widens(cast.operand->type, cast.type)) return std::nullopt;
  const std::optional<std::string> type = TypeText(cast.type);
  if (!type) return std::nullopt;
  return "CAST(" + PrintExpression(*cast.operand) + " AS " + *type + ")";
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
  const std::string error = R"(paisql-error:{"code": ")" +
                            std::string(ErrorCodeName(ErrorCode::kSubqueryRows)) +
                            R"(", "message": "Data Set should contains exactly one row", )" +
                            R"("hint": "aggregate the subquery or limit it to one row"})";
  return "(CASE WHEN count(*) > 1 THEN raise_error(" + QuoteText(error) + ") ELSE first(" +
         PrintExpression(*aggregate.arguments[0]) + ") END)";
}

std::string SparkPrinter::PrintAggregate(const plan::Aggregate& aggregate) {
  if (IsSingleValue(aggregate)) return PrintSingleValue(aggregate);
  const SparkSpelling* spelling =
      FindSparkSpelling(*aggregate.overload, EvaluationMode::kNormal, printing_.sail);
  const bool star = aggregate.star && aggregate.function->name == "count";
  const bool plain = aggregate.made_by.index() == 0 && aggregate.order_by.empty() &&
                     !(aggregate.distinct && HasMap(aggregate.arguments.front()->type));
  if ((spelling == nullptr && !star) || !plain) return PrintListKernel(aggregate, "");
  std::string call =
      star ? "count(*)" : Expand(spelling->text, PrintAll(aggregate.arguments), "", "");
  if (aggregate.distinct) call.insert(call.find('(') + 1, "DISTINCT ");
  if (aggregate.filter) call += " FILTER (WHERE " + PrintExpression(*aggregate.filter) + ")";
  if (star || spelling->finish.empty()) return call;
  return Expand(spelling->finish, {}, TypeOf(aggregate.type, aggregate.range), call);
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
  const SparkSpelling* spelling =
      FindSparkSpelling(*window.overload, EvaluationMode::kNormal, printing_.sail);
  const bool star = window.star && window.function->name == "count";
  if ((spelling == nullptr && !star) || window.filter || window.distinct ||
      !window.within_group.empty()) {
    return Refuse("the window function " + std::string(window.function->name), window.range);
  }
  std::string call = star ? "count(*)" : Expand(spelling->text, PrintAll(window.arguments), "", "");
  if (window.ignore_nulls) call += " IGNORE NULLS";
  call += PrintOver(window);
  if (star || spelling->finish.empty()) return call;
  return Expand(spelling->finish, {}, TypeOf(window.type, window.range), call);
}

}  // namespace paisql::engine::spark
