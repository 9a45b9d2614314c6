#include "engine/duckdb/values/text_values.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/text.h"

namespace paisql::engine {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// The parts of the longest number in front of a text.
struct Number {
  bool negative = false;
  std::string_view whole;
  std::string_view fraction;
  int exponent = 0;
  bool integral = true;  // neither point nor exponent
  size_t length = 0;     // 0: no number
};

// Exponents beyond this give zero or infinity anyway.
constexpr int kMaxExponent = 100000;

Number ScanNumber(std::string_view text) {
  Number number;
  size_t at = 0;
  if (at < text.size() && (text[at] == '-' || text[at] == '+')) number.negative = text[at++] == '-';
  const size_t whole = at;
  while (at < text.size() && IsDigit(text[at])) ++at;
  number.whole = text.substr(whole, at - whole);
  if (at < text.size() && text[at] == '.') {
    size_t end = at + 1;
    while (end < text.size() && IsDigit(text[end])) ++end;
    number.fraction = text.substr(at + 1, end - at - 1);
    if (!number.whole.empty() || !number.fraction.empty()) {
      number.integral = false;
      at = end;
    }
  }
  if (number.whole.empty() && number.fraction.empty()) return Number{};
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    size_t end = at + 1;
    bool negative = false;
    if (end < text.size() && (text[end] == '-' || text[end] == '+')) negative = text[end++] == '-';
    const size_t digits = end;
    int exponent = 0;
    while (end < text.size() && IsDigit(text[end])) {
      exponent = std::min(exponent * 10 + (text[end] - '0'), kMaxExponent);
      ++end;
    }
    if (end > digits) {
      number.exponent = negative ? -exponent : exponent;
      number.integral = false;
      at = end;
    }
  }
  number.length = at;
  return number;
}

double ToDouble(std::string_view number) {
  if (number.front() == '+') number.remove_prefix(1);
  double value = 0;
  const auto outcome = std::from_chars(number.data(), number.data() + number.size(), value);
  if (outcome.ec == std::errc::result_out_of_range) {
    // from_chars leaves the value alone here; the exponent's sign tells which end was passed.
    const size_t e = number.find_first_of("eE");
    const bool small = e != std::string_view::npos && e + 1 < number.size() && number[e + 1] == '-';
    value = small ? 0.0 : std::numeric_limits<double>::infinity();
    if (number.front() == '-') value = -value;
  }
  return value;
}

std::optional<double> SpecialDouble(std::string_view text) {
  bool negative = false;
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
    negative = text.front() == '-';
    text.remove_prefix(1);
  }
  if (EqualsIgnoreCase(text, "nan")) return std::numeric_limits<double>::quiet_NaN();
  if (!EqualsIgnoreCase(text, "infinity") && !EqualsIgnoreCase(text, "inf")) return std::nullopt;
  const double infinity = std::numeric_limits<double>::infinity();
  return negative ? -infinity : infinity;
}

// `count` digits at `at` as a number; -1 when one of them is none.
int Digits(std::string_view text, size_t at, size_t count) {
  int value = 0;
  for (size_t i = at; i < at + count; ++i) {
    if (i >= text.size() || !IsDigit(text[i])) return -1;
    value = value * 10 + (text[i] - '0');
  }
  return value;
}

int DaysOfMonth(int year, int month) {
  constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return month == 2 && leap ? 29 : kDays[month - 1];
}

// Days since 1970-01-01 in the proleptic Gregorian calendar, by 400-year eras that begin in March.
int32_t DaysFromCivil(int year, int month, int day) {
  year -= month <= 2 ? 1 : 0;
  const int era = year / 400;
  const int year_of_era = year - era * 400;
  const int day_of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
  const int day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146097 + day_of_era - 719468;
}

std::optional<int32_t> ReadDay(std::string_view text) {
  if (text.size() < 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
  const int year = Digits(text, 0, 4);
  const int month = Digits(text, 5, 2);
  const int day = Digits(text, 8, 2);
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > DaysOfMonth(year, month)) {
    return std::nullopt;
  }
  return DaysFromCivil(year, month, day);
}

}  // namespace

TextFit ReadBigint(std::string_view text, int64_t& value) {
  text = Trim(text);
  const Number number = ScanNumber(text);
  if (number.length == 0) return TextFit::kNone;
  std::string_view digits = text.substr(0, number.length);
  if (number.integral) {
    if (digits.front() == '+') digits.remove_prefix(1);
    const auto outcome = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (outcome.ec != std::errc()) return TextFit::kNone;
  } else {
    const double truncated = std::trunc(ToDouble(digits));
    constexpr double kLimit = 9223372036854775808.0;
    if (!(truncated >= -kLimit && truncated < kLimit)) return TextFit::kNone;
    value = static_cast<int64_t>(truncated);
  }
  return number.length == text.size() ? TextFit::kWhole : TextFit::kPrefix;
}

TextFit ReadDouble(std::string_view text, double& value) {
  text = Trim(text);
  if (const auto special = SpecialDouble(text)) {
    value = *special;
    return TextFit::kWhole;
  }
  const Number number = ScanNumber(text);
  if (number.length == 0) return TextFit::kNone;
  value = ToDouble(text.substr(0, number.length));
  return number.length == text.size() ? TextFit::kWhole : TextFit::kPrefix;
}

TextFit ReadDecimal(std::string_view text, int scale, std::string& value) {
  text = Trim(text);
  const Number number = ScanNumber(text);
  // No DECIMAL has so many digits; a longer exponent must not become a long string of zeros.
  constexpr int kMaxShift = 200;
  if (number.length == 0 || number.exponent > kMaxShift) return TextFit::kNone;
  std::string digits(number.whole);
  digits += number.fraction;
  int point = static_cast<int>(number.whole.size()) + std::max(number.exponent, -kMaxShift * 10);
  if (point < 0) {
    digits.insert(0, static_cast<size_t>(-point), '0');
    point = 0;
  }
  const size_t wanted = static_cast<size_t>(point + scale);
  digits.resize(wanted, '0');
  value.clear();
  if (number.negative) value += '-';
  value += point == 0 ? "0" : digits.substr(0, static_cast<size_t>(point));
  if (scale > 0) {
    value += '.';
    value += digits.substr(static_cast<size_t>(point));
  }
  return number.length == text.size() ? TextFit::kWhole : TextFit::kPrefix;
}

std::optional<WallTime> ReadDatetime(std::string_view text) {
  const auto day = ReadDay(text);
  if (!day || text.size() < 19 || text[10] != ' ' || text[13] != ':' || text[16] != ':') {
    return std::nullopt;
  }
  const int hour = Digits(text, 11, 2);
  const int minute = Digits(text, 14, 2);
  const int second = Digits(text, 17, 2);
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) {
    return std::nullopt;
  }
  WallTime time;
  time.seconds = int64_t{*day} * 86400 + hour * 3600 + minute * 60 + second;
  if (text.size() == 19) return time;
  const size_t digits = text.size() - 20;
  if (text[19] != '.' || digits < 1 || digits > 9) return std::nullopt;
  time.nanos = Digits(text, 20, digits);
  if (time.nanos < 0) return std::nullopt;
  for (size_t i = digits; i < 9; ++i) time.nanos *= 10;
  return time;
}

std::optional<WallTime> ReadTimestamp(std::string_view text) {
  // The service reads the wall clock in the session's zone, whatever the offset says.
  constexpr size_t kOffset = 6;
  constexpr size_t kShortest = 19;
  if (text.size() >= kShortest + kOffset) {
    const size_t sign = text.size() - kOffset;
    const int hours = Digits(text, sign + 1, 2);
    const int minutes = Digits(text, sign + 4, 2);
    const bool signed_offset = text[sign] == '+' || text[sign] == '-';
    if (signed_offset && text[sign + 3] == ':' && hours >= 0 && hours <= 14 && minutes >= 0 &&
        minutes <= 59) {
      text.remove_suffix(kOffset);
    }
  }
  return ReadDatetime(text);
}

std::optional<int32_t> ReadDate(std::string_view text) {
  if (text.size() != 10 && !ReadDatetime(text)) return std::nullopt;
  return ReadDay(text);
}

}  // namespace paisql::engine
