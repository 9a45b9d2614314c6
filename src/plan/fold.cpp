#include "plan/fold.h"

#include "base/whole_number.h"

namespace paisql::plan {
namespace {

struct IntegerRange {
  TypeId type;
  int64_t min;
  int64_t max;
};

constexpr IntegerRange kIntegerRanges[] = {
    {TypeId::kTinyint, INT8_MIN, INT8_MAX},
    {TypeId::kSmallint, INT16_MIN, INT16_MAX},
    {TypeId::kInt, INT32_MIN, INT32_MAX},
    {TypeId::kBigint, INT64_MIN, INT64_MAX},
};

}  // namespace

bool FitsInteger(int64_t value, TypeId type) {
  for (const IntegerRange& range : kIntegerRanges) {
    if (range.type == type) return value >= range.min && value <= range.max;
  }
  return false;
}

std::optional<int64_t> IntegerOf(const Value& value) {
  if (value.is_null()) return std::nullopt;
  if (value.type.IsInteger()) return value.as_int();
  if (value.type.IsText()) return ParseNumber<int64_t>(value.as_text());
  return std::nullopt;
}

std::optional<Value> ConvertConstant(const Value& value, const DataType& type) {
  if (value.is_null()) return Value::Null(type);
  if (value.type == type) return value;
  if (!value.type.IsInteger()) return std::nullopt;
  const int64_t number = value.as_int();
  if (type.IsInteger()) {
    if (!FitsInteger(number, type.id())) return std::nullopt;
    return Value{type, number};
  }
  // Beyond 53 bits a DOUBLE may not hold the number: then the conversion stays visible.
  constexpr int64_t kExact = int64_t{1} << 53;
  if (type.id() == TypeId::kDouble && number <= kExact && number >= -kExact) {
    return Value::Double(static_cast<double>(number));
  }
  if (type.id() == TypeId::kString) return Value::String(std::to_string(number));
  return std::nullopt;
}

namespace {

std::optional<Value> FoldArithmetic(std::string_view op, const Value& left, const Value& right,
                                    const DataType& type) {
  if (left.is_null() || right.is_null()) return Value::Null(type);
  if (!left.type.IsInteger() || !right.type.IsInteger() || !type.IsInteger()) return std::nullopt;
  int64_t result = 0;
  bool overflow = true;
  if (op == "+") overflow = __builtin_add_overflow(left.as_int(), right.as_int(), &result);
  if (op == "-") overflow = __builtin_sub_overflow(left.as_int(), right.as_int(), &result);
  if (op == "*") overflow = __builtin_mul_overflow(left.as_int(), right.as_int(), &result);
  if ((op == "%" || op == "div") && left.as_int() >= 0 && right.as_int() > 0) {
    result = op == "%" ? left.as_int() % right.as_int() : left.as_int() / right.as_int();
    overflow = false;
  }
  if (overflow || !FitsInteger(result, type.id())) return std::nullopt;
  return Value{type, result};
}

}  // namespace

std::optional<Value> Fold(const Expression& expression) {
  switch (expression.kind) {
    case ExpressionKind::kConstant:
      return As<Constant>(expression).value;
    case ExpressionKind::kCast: {
      const std::optional<Value> operand = Fold(*As<Cast>(expression).operand);
      if (!operand) return std::nullopt;
      if (operand->type.IsText() && expression.type.id() == TypeId::kString) {
        return Value::String(operand->as_text());
      }
      if (operand->type.IsText() && expression.type.IsInteger()) {
        const std::optional<int64_t> number = IntegerOf(*operand);
        if (!number || !FitsInteger(*number, expression.type.id())) return std::nullopt;
        return Value{expression.type, *number};
      }
      return ConvertConstant(*operand, expression.type);
    }
    case ExpressionKind::kCall: {
      const auto& call = As<Call>(expression);
      if (call.function == nullptr || call.function->kind != functions::FunctionKind::kOperator) {
        return std::nullopt;
      }
      if (call.arguments.size() == 1 && call.function->name == "negate") {
        const std::optional<Value> operand = Fold(*call.arguments[0]);
        if (!operand) return std::nullopt;
        return FoldArithmetic("-", Value::Bigint(0), *operand, expression.type);
      }
      if (call.arguments.size() != 2) return std::nullopt;
      const std::optional<Value> left = Fold(*call.arguments[0]);
      const std::optional<Value> right = left ? Fold(*call.arguments[1]) : std::nullopt;
      if (!right) return std::nullopt;
      if (call.function->name == "||" && left->type.IsText() && right->type.IsText()) {
        if (left->is_null() || right->is_null()) return Value::Null(expression.type);
        return Value::String(left->as_text() + right->as_text());
      }
      return FoldArithmetic(call.function->name, *left, *right, expression.type);
    }
    default:
      return std::nullopt;
  }
}

}  // namespace paisql::plan
