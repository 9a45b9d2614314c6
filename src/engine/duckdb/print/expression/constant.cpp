#include "engine/duckdb/print/expression/constant.h"

#include <charconv>
#include <cmath>
#include <limits>

#include "engine/duckdb/functions/room_functions.h"
#include "engine/duckdb/print/sql_text.h"
#include "engine/duckdb/values/timestamp_form.h"

namespace paisql::engine {
namespace {

// DuckDB does not compute the parts of a longer text while it plans.
constexpr size_t kLongText = 1 << 18;

constexpr std::string_view kHexDigits = "0123456789ABCDEF";

std::string IntegerLiteral(int64_t value) {
  const std::string text = std::to_string(value);
  return value < 0 ? "(" + text + ")" : text;
}

// An exponent makes the literal a DOUBLE; without one it would be a DECIMAL.
std::string DoubleLiteral(double value) {
  if (std::isnan(value)) return "CAST('nan' AS DOUBLE)";
  if (std::isinf(value)) return value < 0 ? "CAST('-inf' AS DOUBLE)" : "CAST('inf' AS DOUBLE)";
  char buffer[40];
  const auto written =
      std::to_chars(buffer, buffer + sizeof(buffer), value, std::chars_format::scientific);
  const std::string text(buffer, written.ptr);
  return text.front() == '-' ? "(" + text + ")" : text;
}

// "seconds.nanos", negative as a whole, to microseconds.
int64_t IntervalMicros(std::string_view text) {
  const bool negative = !text.empty() && text.front() == '-';
  if (negative) text.remove_prefix(1);
  const size_t point = text.find('.');
  int64_t seconds = 0;
  const std::string_view whole = text.substr(0, point);
  std::from_chars(whole.data(), whole.data() + whole.size(), seconds);
  int64_t micros = 0;
  if (point != std::string_view::npos) {
    std::string fraction(text.substr(point + 1));
    fraction.resize(6, '0');
    std::from_chars(fraction.data(), fraction.data() + fraction.size(), micros);
  }
  const int64_t total = seconds * 1'000'000 + micros;
  return negative ? -total : total;
}

}  // namespace

TypeId RawType(const DataType& type) {
  switch (type.id()) {
    case TypeId::kBoolean:
      return TypeId::kBoolean;
    case TypeId::kTinyint:
    case TypeId::kSmallint:
    case TypeId::kInt:
    case TypeId::kBigint:
    case TypeId::kIntervalYearMonth:
    case TypeId::kIntervalDayTime:
      return TypeId::kBigint;
    case TypeId::kFloat:
    case TypeId::kDouble:
      return TypeId::kDouble;
    default:
      return TypeId::kString;
  }
}

int64_t RawInteger(const Value& value) {
  if (value.type.id() == TypeId::kIntervalDayTime) return IntervalMicros(value.as_text());
  if (value.type.id() == TypeId::kIntervalYearMonth) {
    int64_t months = 0;
    const std::string& text = value.as_text();
    std::from_chars(text.data(), text.data() + text.size(), months);
    return months;
  }
  return value.as_int();
}

std::string RawText(const Value& value) {
  if (value.type.id() != TypeId::kBinary) return value.as_text();
  std::string digits;
  for (const char c : value.as_text()) {
    const auto byte = static_cast<unsigned char>(c);
    digits += kHexDigits[byte >> 4];
    digits += kHexDigits[byte & 15];
  }
  return digits;
}

std::string RawLiteral(const Value& value) {
  if (value.is_null()) return "NULL";
  switch (RawType(value.type)) {
    case TypeId::kBoolean:
      return value.as_bool() ? "true" : "false";
    case TypeId::kBigint:
      return IntegerLiteral(RawInteger(value));
    case TypeId::kDouble:
      return DoubleLiteral(value.as_double());
    default:
      return QuoteText(RawText(value));
  }
}

void AppendRaw(const Value& value, RowColumn& column) {
  const bool null = value.is_null();
  column.is_null.push_back(null);
  switch (column.raw_type) {
    case TypeId::kBoolean:
      column.integers.push_back(!null && value.as_bool() ? 1 : 0);
      return;
    case TypeId::kBigint:
      column.integers.push_back(null ? 0 : RawInteger(value));
      return;
    case TypeId::kDouble:
      column.doubles.push_back(null ? 0 : value.as_double());
      return;
    default:
      column.texts.push_back(null ? std::string() : RawText(value));
      return;
  }
}

std::string FromRaw(std::string_view operand, const DataType& type, PrintContext& context) {
  const std::string text(operand);
  switch (type.id()) {
    case TypeId::kDatetime:
      return "timezone(" + context.zone + ", CAST(" + text + " AS TIMESTAMP))";
    case TypeId::kTimestamp:
      return context.Native(timestamp::kInstantFromWall,
                            context.Native(timestamp::kReadText, text) + ", " + context.zone);
    case TypeId::kTimestampNtz:
      return context.Native(timestamp::kReadText, text);
    case TypeId::kBinary:
      return "unhex(" + text + ")";
    case TypeId::kIntervalYearMonth:
      return "to_months(CAST(" + text + " AS INTEGER))";
    case TypeId::kIntervalDayTime:
      return "to_microseconds(CAST(" + text + " AS BIGINT))";
    default:
      return CastText(text, type);
  }
}

std::string PrintConstant(const Value& value, PrintContext& context) {
  if (value.is_null()) return CastText("NULL", value.type);
  std::string literal = RawLiteral(value);
  if (literal.size() > kLongText) literal = context.Native(room::kLongText, literal);
  switch (value.type.id()) {
    case TypeId::kBoolean:
    case TypeId::kDouble:
    case TypeId::kString:
    case TypeId::kVarchar:
    case TypeId::kChar:
      return literal;
    case TypeId::kInt:
      // DuckDB reads -2147483648 as the negation of a BIGINT.
      if (value.as_int() > std::numeric_limits<int32_t>::min()) return literal;
      break;
    default:
      break;
  }
  return FromRaw(literal, value.type, context);
}

}  // namespace paisql::engine
