#include "engine/duckdb/print/expression/may_fail.h"

#include <algorithm>
#include <string_view>

#include "engine/duckdb/print/sql_text.h"
#include "plan/traverse.h"

namespace paisql::engine {

using plan::ExpressionKind;

namespace {

// Operators that give an answer for every value.
constexpr std::string_view kTotal[] = {
    "=",
    "<>",
    "<",
    "<=",
    ">",
    ">=",
    "<=>",
    "in",
    "between",
    "and",
    "or",
    "not",
    "is_null",
    "is_not_null",
    "is_true",
    "is_not_true",
    "is_false",
    "is_not_false",
    "is_not_distinct_from",
    "is_distinct_from",
    "like_plain",
};

// Operators on numbers that fail in strict mode only; else they give NULL or another number.
constexpr std::string_view kTotalUnlessStrict[] = {
    "+", "-", "*", "/", "%", "div", "negate", "bit_and", "bit_or", "bit_xor", "bit_not"};

template <size_t kCount>
bool Contains(const std::string_view (&names)[kCount], std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

bool IsTotal(const plan::Call& call) {
  if (call.function == nullptr || call.function->kind != functions::FunctionKind::kOperator) {
    return false;
  }
  if (Contains(kTotal, call.function->name)) return true;
  return call.mode != EvaluationMode::kStrict && call.type.IsNumeric() &&
         Contains(kTotalUnlessStrict, call.function->name);
}

// A conversion that every value of the one type survives: to a text, or to a wider number.
bool IsTotal(const plan::Cast& cast) {
  const DataType& from = cast.operand->type;
  const DataType& to = cast.type;
  if (from == to) return true;
  if (to.id() == TypeId::kString) return from.id() != TypeId::kBinary && !from.IsNested();
  if (to.id() == TypeId::kDouble) return from.IsNumeric();
  if (from.IsInteger() && to.IsInteger() && from.id() < to.id()) return true;
  const bool plain = from.IsText() || from.IsNumeric();
  return cast.mode != EvaluationMode::kStrict && plain && (to.IsNumeric() || to.IsTemporal());
}

}  // namespace

bool MayFail(const plan::Expression& expression) {
  switch (expression.kind) {
    case ExpressionKind::kColumn:
    case ExpressionKind::kConstant:
      return false;
    case ExpressionKind::kCase:
      break;
    case ExpressionKind::kCall:
      if (!IsTotal(plan::As<plan::Call>(expression))) return true;
      break;
    case ExpressionKind::kCast:
      if (!IsTotal(plan::As<plan::Cast>(expression))) return true;
      break;
    default:
      return true;
  }
  const auto children = plan::Children(expression);
  return std::any_of(children.begin(), children.end(),
                     [](const plan::Expression* child) { return MayFail(*child); });
}

bool FailsInStrictMode(const plan::Expression& expression) {
  const plan::Expression* next = &expression;
  if (next->kind == ExpressionKind::kCast) {
    const auto& cast = plan::As<plan::Cast>(*next);
    return cast.mode == EvaluationMode::kStrict && !IsTotal(cast);
  }
  while (next->kind == ExpressionKind::kCall) {
    const auto& call = plan::As<plan::Call>(*next);
    if (call.mode == EvaluationMode::kStrict && !IsTotal(call)) return true;
    if (call.arguments.empty()) return false;
    next = call.arguments[0].get();
  }
  return false;
}

std::string RowByRow(std::string column, const DataType& type) {
  if (type.IsText()) return "repeat(" + column + ", 1)";
  const bool plain =
      type.IsNumeric() || type.id() == TypeId::kDate || type.id() == TypeId::kDatetime;
  if (!plain) return column;
  return "(CASE WHEN " + column + " <> " + column + " THEN " + CastText("error('')", type) +
         " ELSE " + column + " END)";
}

}  // namespace paisql::engine
