#include "engine/spark/print/spark_decimal.h"

#include <fmt/format.h>

#include <algorithm>

namespace paisql::engine::spark {
namespace {

constexpr int kMinScale = 6;  // what Spark leaves of a fraction when digits are short

int WholeDigits(const DataType& type) { return type.precision() - type.scale(); }

// The scale of Spark's result, which needs so many digits before and after the point.
int ScaleInSpark(int whole, int scale) {
  if (whole + scale <= kMaxDecimalPrecision) return scale;
  return std::max(kMaxDecimalPrecision - whole, std::min(scale, kMinScale));
}

std::string Typed(const std::string& text, const DataType& type) {
  return fmt::format("CAST({} AS DECIMAL({},{}))", text, type.precision(), type.scale());
}

std::optional<std::string> SumText(char op, const DataType& left, const DataType& right,
                                   const DataType& result, EvaluationMode mode, bool sail) {
  const int scale = std::max(left.scale(), right.scale());
  const int whole = std::max(WholeDigits(left), WholeDigits(right)) + 1;
  if (result.scale() != scale) return std::nullopt;
  const std::string plain = fmt::format("($1 {} $2)", op);
  if (whole + scale <= kMaxDecimalPrecision && WholeDigits(result) >= whole) {
    return Typed(plain, result);
  }
  if (sail || mode != EvaluationMode::kNormal || ScaleInSpark(whole, scale) != scale) {
    return std::nullopt;
  }
  return Typed(op == '+' ? "try_add($1, $2)" : "try_subtract($1, $2)", result);
}

std::optional<std::string> ProductText(const DataType& left, const DataType& right,
                                       const DataType& result, EvaluationMode mode, bool sail) {
  const int scale = left.scale() + right.scale();
  const int whole = WholeDigits(left) + WholeDigits(right) + 1;
  if (result.scale() != scale) return std::nullopt;
  if (whole + scale <= kMaxDecimalPrecision && WholeDigits(result) >= whole) {
    return Typed("($1 * $2)", result);
  }
  if (sail || mode != EvaluationMode::kNormal || ScaleInSpark(whole, scale) != scale ||
      result.precision() != kMaxDecimalPrecision) {
    return std::nullopt;
  }
  return Typed("try_multiply($1, $2)", result);
}

// Spark rounds a quotient once, to its result's scale, which falls as the dividend's type widens.
std::optional<std::string> QuotientText(const DataType& left, const DataType& right,
                                        const DataType& result, EvaluationMode mode, bool sail) {
  if (sail || mode != EvaluationMode::kNormal) return std::nullopt;
  const int scale = std::max(kMinScale, left.scale() + right.precision() + 1);
  for (int precision = left.precision(); precision <= kMaxDecimalPrecision; ++precision) {
    const int whole = precision - left.scale() + right.scale();
    if (ScaleInSpark(whole, scale) != result.scale()) continue;
    const DataType dividend = DataType::Decimal(precision, left.scale());
    const std::string first = precision == left.precision() ? "$1" : Typed("$1", dividend);
    return fmt::format("TRY_CAST(try_divide({}, $2) AS DECIMAL({},{}))", first, result.precision(),
                       result.scale());
  }
  return std::nullopt;
}

}  // namespace

char DecimalOperatorOf(std::string_view text) {
  constexpr std::string_view kHead = "$decimal($1 ";
  return text.starts_with(kHead) && text.size() > kHead.size() ? text[kHead.size()] : '\0';
}

std::optional<std::string> DecimalText(char op, const DataType& left, const DataType& right,
                                       const DataType& result, EvaluationMode mode, bool sail) {
  switch (op) {
    case '+':
    case '-':
      return SumText(op, left, right, result, mode, sail);
    case '*':
      return ProductText(left, right, result, mode, sail);
    case '/':
      return QuotientText(left, right, result, mode, sail);
    default:
      return std::nullopt;
  }
}

}  // namespace paisql::engine::spark
