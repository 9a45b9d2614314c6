#include "analysis/expression/coercion.h"

#include <charconv>

#include <fmt/format.h>

#include "analysis/expression/constants.h"

namespace paisql::analysis {
namespace {

// The whole days of a constant INTERVAL such as INTERVAL '3' DAY; nullopt for any other.
std::optional<int64_t> WholeDays(const plan::Expression& interval) {
  if (interval.kind != plan::ExpressionKind::kConstant) return std::nullopt;
  const Value& value = plan::As<plan::Constant>(interval).value;
  if (value.is_null() || value.type.id() != TypeId::kIntervalDayTime) return std::nullopt;
  const std::string& text = value.as_text();  // "-86400.000000000"
  int64_t seconds = 0;
  const auto [point, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  const std::string_view fraction(point, static_cast<size_t>(text.data() + text.size() - point));
  constexpr int64_t kSecondsPerDay = 86400;
  if (error != std::errc() || seconds % kSecondsPerDay != 0 ||
      fraction.find_first_not_of(".0") != std::string_view::npos) {
    return std::nullopt;
  }
  return seconds / kSecondsPerDay;
}

}  // namespace

bool HasInterval(const DataType& left, const DataType& right) {
  return left.IsInterval() || right.IsInterval();
}

Result<plan::ExpressionPtr> MakeTimeArithmetic(State& state, char op, plan::ExpressionPtr left,
                                               plan::ExpressionPtr right,
                                               const SourceRange& range) {
  const std::string_view name(&op, 1);
  const std::optional<DataType> type = TimeArithmeticType(op, left->type, right->type);
  if (!type) {
    const DataType& other = left->type.IsInterval() ? right->type : left->type;
    return Error{ErrorCode::kInvalidArgumentType,
                 fmt::format("invalid operand types {} and {} for operator {}",
                             left->type.ToString(), right->type.ToString(), name),
                 range,
                 other.IsText() ? "CAST the text to DATE, DATETIME or TIMESTAMP"
                                : "an INTERVAL is added to and taken from DATE, DATETIME, "
                                  "TIMESTAMP, TIMESTAMP_NTZ and intervals of its kind"};
  }
  if (left->type.IsInterval() && !right->type.IsInterval()) std::swap(left, right);
  if (left->type.id() == TypeId::kDate && type->id() == TypeId::kDatetime) {
    if (const std::optional<int64_t> days = WholeDays(*right)) {
      plan::ExpressionPtr count =
          MakeConstant(Value::Bigint(op == '-' ? -*days : *days), right->range);
      return MakeOperator(state, "plus_days", std::move(left), std::move(count), range);
    }
    left = CoerceTo(state, std::move(left), *type);
  }
  return MakeOperator(state, name, std::move(left), std::move(right), range);
}

}  // namespace paisql::analysis
