// Typed literals and intervals as values; the other half of analysis/constants.h.

#include <charconv>

#include <fmt/format.h>

#include "analysis/constants.h"

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

std::optional<int64_t> ReadAmount(std::string_view text) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

struct IntervalUnit {
  std::string_view name;
  int64_t months;
  int64_t seconds;
};

constexpr IntervalUnit kIntervalUnits[] = {
    {"YEAR", 12, 0},   {"MONTH", 1, 0},   {"DAY", 0, 86400},
    {"HOUR", 0, 3600}, {"MINUTE", 0, 60}, {"SECOND", 0, 1},
};

Value DayTime(bool negative, int64_t seconds, const std::string& nanos) {
  return {TypeId::kIntervalDayTime,
          fmt::format("{}{}.{:0<9}", negative ? "-" : "", seconds, nanos)};
}

// "1 12:00:00", "12:30", "3-6": the numbers of a compound interval, between any separators.
std::vector<int64_t> Numbers(std::string_view text, std::string& nanos) {
  std::vector<int64_t> numbers;
  size_t i = 0;
  while (i < text.size()) {
    size_t end = i;
    while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
    if (end == i || end - i > 18) return {};
    const std::string_view digits = text.substr(i, end - i);
    if (i > 0 && text[i - 1] == '.') {
      nanos = digits.substr(0, 9);
    } else {
      numbers.push_back(*ReadAmount(digits));
    }
    if (end < text.size() && std::string_view(" -:.").find(text[end]) == std::string_view::npos) {
      return {};
    }
    i = end + 1;
  }
  return numbers;
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

Result<Value> IntervalValue(const std::string& amount, const syntax::IntervalLiteral& literal) {
  const Error invalid{ErrorCode::kSemantic, fmt::format("invalid interval '{}'", amount),
                      literal.range,
                      "write INTERVAL 1 MONTH or INTERVAL '1 12:00:00' DAY TO SECOND"};
  std::string_view text = amount;
  const bool negative = !text.empty() && text[0] == '-';
  if (negative) text.remove_prefix(1);
  std::string nanos;
  const std::vector<int64_t> numbers = Numbers(text, nanos);
  if (numbers.empty()) return invalid;
  size_t unit = 0;
  while (unit < std::size(kIntervalUnits) && kIntervalUnits[unit].name != literal.from_unit) ++unit;
  if (unit == std::size(kIntervalUnits) || unit + numbers.size() > std::size(kIntervalUnits)) {
    return invalid;
  }
  if (literal.to_unit.empty() && numbers.size() != 1) return invalid;
  int64_t months = 0;
  int64_t seconds = 0;
  const bool year_month = kIntervalUnits[unit].months > 0;
  for (size_t i = 0; i < numbers.size(); ++i) {
    const IntervalUnit& current = kIntervalUnits[unit + i];
    if ((current.months > 0) != year_month) return invalid;
    int64_t part = 0;
    int64_t& total = year_month ? months : seconds;
    if (__builtin_mul_overflow(numbers[i], year_month ? current.months : current.seconds, &part) ||
        __builtin_add_overflow(total, part, &total)) {
      return invalid;
    }
  }
  if (year_month) {
    return Value{TypeId::kIntervalYearMonth, std::to_string(negative ? -months : months)};
  }
  return DayTime(negative, seconds, nanos);
}

}  // namespace paisql::analysis
