// Reading of numbers; part of types/number/number_text.h.

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/text.h"
#include "types/data_type.h"
#include "types/number/number_text.h"

namespace paisql {
namespace {

// Half a step above the largest FLOAT: from here on the nearest one is infinity.
constexpr double kFloatLimit = 0x1.ffffffp+127;

// Whether a number in the form of from_chars is nearer to 0 than 1 is.
bool IsBelowOne(std::string_view number) {
  const size_t e = std::min(number.find_first_of("eE"), number.size());
  int64_t exponent = 0;
  if (e < number.size()) {
    const std::string_view text = WithoutPlus(number.substr(e + 1));
    const auto read = std::from_chars(text.data(), text.data() + text.size(), exponent);
    if (read.ec != std::errc()) return text.starts_with('-');
  }
  const std::string_view mantissa = number.substr(0, e);
  const size_t first = mantissa.find_first_of("123456789");
  const size_t point = std::min(mantissa.find('.'), mantissa.size());
  if (first == std::string_view::npos) return true;
  return static_cast<int64_t>(point) - static_cast<int64_t>(first) + exponent <= 0;
}

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

// The number in front that ScanNumber has found, which is one in the form of from_chars but for a
// plus sign.
double ToDouble(std::string_view number) {
  if (number.front() == '+') number.remove_prefix(1);
  return ToNearestDouble(number).value;
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

}  // namespace

NearestDouble ToNearestDouble(std::string_view text) {
  NearestDouble nearest;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, nearest.value);
  if (text.empty() || read.ptr != end || read.ec == std::errc::invalid_argument) return {};
  nearest.fit = FieldFit::kFits;
  if (read.ec == std::errc()) return nearest;
  // from_chars leaves the value alone here and does not tell which end was passed.
  const bool small = IsBelowOne(text);
  nearest.fit = small ? FieldFit::kTooSmall : FieldFit::kOutOfRange;
  nearest.value = small ? 0.0 : std::numeric_limits<double>::infinity();
  if (text.front() == '-') nearest.value = -nearest.value;
  return nearest;
}

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
  const size_t wanted = static_cast<size_t>(point) + static_cast<size_t>(scale);
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

std::string_view WithoutPlus(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  return text;
}

FieldFit ReadDoubleField(std::string_view text, double& value) {
  const NearestDouble nearest = ToNearestDouble(WithoutPlus(text));
  value = nearest.value;
  return nearest.fit;
}

FieldFit ReadFloatField(std::string_view text, double& value) {
  const FieldFit fit = ReadDoubleField(text, value);
  const bool beyond =
      fit == FieldFit::kFits && std::isfinite(value) && std::fabs(value) >= kFloatLimit;
  return beyond ? FieldFit::kOutOfRange : fit;
}

FieldFit ReadDecimalField(std::string_view text, int precision, int scale, Int128& unscaled) {
  text = WithoutPlus(text);
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  Int128 magnitude = 0;
  int significant = 0;
  const auto append = [&](char digit) {
    if ((magnitude != 0 || digit != '0') && ++significant > kMaxDecimalPrecision) return false;
    magnitude = magnitude * 10 + (digit - '0');
    return true;
  };
  int fraction = -1;  // digits after the point, -1 before it
  bool any = false;
  bool round_up = false;
  for (const char c : text) {
    if (c == '.' && fraction < 0) {
      fraction = 0;
      continue;
    }
    if (!IsDigit(c)) return FieldFit::kNoNumber;
    any = true;
    if (fraction >= 0 && ++fraction > scale) {
      if (fraction == scale + 1) round_up = c >= '5';
      continue;
    }
    if (!append(c)) return FieldFit::kOutOfRange;
  }
  if (!any) return FieldFit::kNoNumber;
  for (int i = std::max(fraction, 0); i < scale; ++i) {
    if (!append('0')) return FieldFit::kOutOfRange;
  }
  if (round_up) ++magnitude;
  Int128 limit = 1;
  for (int i = 0; i < precision; ++i) limit *= 10;
  if (magnitude >= limit) return FieldFit::kOutOfRange;
  unscaled = negative ? -magnitude : magnitude;
  return FieldFit::kFits;
}

}  // namespace paisql
