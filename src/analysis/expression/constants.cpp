#include "analysis/expression/constants.h"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "types/decimal_rules.h"
#include "types/number/number_text.h"

namespace paisql::analysis {
namespace {

std::optional<double> ParseDouble(std::string_view text) {
  const NearestDouble nearest = ToNearestDouble(text);
  const bool fits = nearest.fit == FieldFit::kFits || nearest.fit == FieldFit::kTooSmall;
  return fits ? std::optional<double>(nearest.value) : std::nullopt;
}

Error OutOfRange(const syntax::Literal& literal, std::string_view type) {
  return {ErrorCode::kSemantic,
          fmt::format("literal {} is out of range for type {}", literal.text, type), literal.range,
          ""};
}

Result<Value> SuffixedInteger(const syntax::Literal& literal, const std::string& digits,
                              TypeId type) {
  const std::optional<int64_t> value = IntegerOf(Value::String(digits));
  if (!value || !FitsInteger(*value, type)) return OutOfRange(literal, DataType(type).ToString());
  return Value{type, *value};
}

Result<Value> PlainInteger(const std::string& digits, const syntax::Literal& literal,
                           const TypeMode& mode) {
  if (const std::optional<int64_t> value = IntegerOf(Value::String(digits))) {
    const bool is_int = mode.odps2 && FitsInteger(*value, TypeId::kInt);
    return is_int ? Value::Int(*value) : Value::Bigint(*value);
  }
  const std::optional<double> value = ParseDouble(digits);
  if (!value) return OutOfRange(literal, "DOUBLE");
  return Value::Double(*value);
}

// "3.5" is DECIMAL(2,1), "100" DECIMAL(3,0), "0.001" DECIMAL(3,3), "1.5e3" DECIMAL(4,0). The old
// DECIMAL has one precision and scale.
Result<Value> DecimalLiteral(const syntax::Literal& literal, bool negative, const TypeMode& mode) {
  std::string whole = literal.text;
  int exponent = 0;
  if (const size_t e = whole.find_first_of("eE"); e != whole.npos) {
    const size_t digits = whole[e + 1] == '+' ? e + 2 : e + 1;
    const auto read = std::from_chars(whole.data() + digits, whole.data() + whole.size(), exponent);
    constexpr int kFarthest = 100;
    if (read.ec != std::errc() || std::abs(exponent) > kFarthest) {
      return OutOfRange(literal, "DECIMAL");
    }
    whole.resize(e);
  }
  std::string fraction;
  if (const size_t point = whole.find('.'); point != whole.npos) {
    fraction = whole.substr(point + 1);
    whole.resize(point);
  }
  for (; exponent > 0; --exponent) {
    whole += fraction.empty() ? '0' : fraction.front();
    if (!fraction.empty()) fraction.erase(0, 1);
  }
  for (; exponent < 0; ++exponent) {
    fraction.insert(0, 1, whole.empty() ? '0' : whole.back());
    if (!whole.empty()) whole.pop_back();
  }
  whole.erase(0, std::min(whole.find_first_not_of('0'), whole.size()));
  const int scale = static_cast<int>(fraction.size());
  const int precision = std::max(1, static_cast<int>(whole.size()) + scale);
  const bool fits = scale <= mode.max_decimal_scale() && precision <= kMaxDecimalPrecision;
  const DataType widest = AsDecimal(TypeId::kDouble);
  const bool fits_old = static_cast<int>(whole.size()) <= widest.precision() - widest.scale();
  if (!fits || !(mode.decimal_odps2 || fits_old)) return OutOfRange(literal, "DECIMAL");
  std::string text = whole.empty() ? "0" : whole;
  if (scale > 0) text += "." + fraction;
  return Value{mode.decimal_odps2 ? DataType::Decimal(precision, scale) : widest,
               (negative ? "-" : "") + text};
}

}  // namespace

Result<Value> LiteralValue(const syntax::Literal& literal, bool negative, const TypeMode& mode) {
  const std::string digits = (negative ? "-" : "") + literal.text;
  switch (literal.literal) {
    case syntax::LiteralKind::kNull:
      return Value::Null();
    case syntax::LiteralKind::kBoolean:
      return Value::Boolean(EqualsIgnoreCase(literal.text, "true"));
    case syntax::LiteralKind::kInteger:
      return PlainInteger(digits, literal, mode);
    case syntax::LiteralKind::kTinyint:
      return SuffixedInteger(literal, digits, TypeId::kTinyint);
    case syntax::LiteralKind::kSmallint:
      return SuffixedInteger(literal, digits, TypeId::kSmallint);
    case syntax::LiteralKind::kBigint:
      return SuffixedInteger(literal, digits, TypeId::kBigint);
    case syntax::LiteralKind::kDouble:
    case syntax::LiteralKind::kFloat: {
      const std::optional<double> value = ParseDouble(digits);
      const bool is_float = literal.literal == syntax::LiteralKind::kFloat;
      if (!value) return OutOfRange(literal, is_float ? "FLOAT" : "DOUBLE");
      return Value{is_float ? TypeId::kFloat : TypeId::kDouble, *value};
    }
    case syntax::LiteralKind::kDecimal:
      return DecimalLiteral(literal, negative, mode);
    case syntax::LiteralKind::kString:
      return Value::String(literal.text);
    case syntax::LiteralKind::kBinary:
      return Value{TypeId::kBinary, literal.text};
  }
  PAISQL_UNREACHABLE("a literal of unknown kind");
}

}  // namespace paisql::analysis
