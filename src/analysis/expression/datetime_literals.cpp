// Typed literals as values; part of analysis/expression/constants.h.

#include <fmt/format.h>

#include "analysis/expression/constants.h"
#include "types/json/json_value.h"

namespace paisql::analysis {
namespace {

struct Reader {
  std::string_view text;
  size_t position = 0;

  bool AtEnd() const { return position == text.size(); }
  bool Take(char c) {
    if (AtEnd() || text[position] != c) return false;
    ++position;
    return true;
  }
  // Exactly `digits` digits; -1 when there are fewer.
  int Number(size_t digits) {
    if (position + digits > text.size()) return -1;
    int value = 0;
    for (size_t i = 0; i < digits; ++i) {
      const char c = text[position + i];
      if (c < '0' || c > '9') return -1;
      value = value * 10 + (c - '0');
    }
    position += digits;
    return value;
  }
};

bool IsLeapYear(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

bool ReadDate(Reader& reader) {
  const int year = reader.Number(4);
  if (year < 1 || !reader.Take('-')) return false;
  const int month = reader.Number(2);
  if (month < 1 || month > 12 || !reader.Take('-')) return false;
  constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const int day = reader.Number(2);
  const int days = kDays[month - 1] + (month == 2 && IsLeapYear(year) ? 1 : 0);
  return day >= 1 && day <= days;
}

// The fraction may have at most `max_digits` digits.
bool ReadTime(Reader& reader, size_t max_digits) {
  const int hour = reader.Number(2);
  if (hour < 0 || hour > 23 || !reader.Take(':')) return false;
  const int minute = reader.Number(2);
  if (minute < 0 || minute > 59 || !reader.Take(':')) return false;
  const int second = reader.Number(2);
  if (second < 0 || second > 59) return false;
  if (reader.AtEnd()) return true;
  if (max_digits == 0 || !reader.Take('.')) return false;
  const size_t begin = reader.position;
  while (reader.Number(1) >= 0) {
  }
  const size_t digits = reader.position - begin;
  return digits >= 1 && digits <= max_digits;
}

}  // namespace

Result<Value> TypedLiteralValue(const syntax::TypedLiteral& literal) {
  const DataType type(literal.type);
  std::string text = literal.text;
  Reader reader{text};
  bool valid = true;
  switch (literal.type) {
    case TypeId::kDate:
      valid = ReadDate(reader);
      break;
    case TypeId::kDatetime:
    case TypeId::kTimestamp:
    case TypeId::kTimestampNtz: {
      const bool datetime = literal.type == TypeId::kDatetime;
      valid = ReadDate(reader);
      // A TIMESTAMP literal may leave the time of day out.
      if (valid && reader.AtEnd() && !datetime) {
        text += " 00:00:00";
        reader.text = text;
        reader.position = text.size();
      } else {
        valid = valid && reader.Take(' ') && ReadTime(reader, datetime ? 3 : 9);
      }
      break;
    }
    case TypeId::kJson: {
      Result<std::string> canonical = CanonicalJson(literal.text);
      if (canonical.ok()) return Value{type, *std::move(canonical)};
      return Error{ErrorCode::kSemantic, canonical.error().detail, literal.range, ""};
    }
    default:
      return Value{type, text};
  }
  if (valid && reader.AtEnd()) return Value{type, text};
  const bool date = literal.type == TypeId::kDate;
  return Error{ErrorCode::kInvalidDatetime,
               fmt::format("'{}' is not a valid {}, the format must be {}", literal.text,
                           type.ToString(), date ? "yyyy-mm-dd" : "yyyy-mm-dd hh:mi:ss"),
               literal.range, ""};
}

}  // namespace paisql::analysis
