#include "tunnel/field_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "types/value_text.h"

namespace paisql::tunnel {

namespace {

constexpr size_t kMaxCellBytes = 8UL << 20;  // maxcompute: 8 MB a cell
constexpr size_t kShownBytes = 40;
// Half a step above the largest FLOAT: from here on the nearest one is infinity.
constexpr double kFloatLimit = 0x1.ffffffp+127;

// The field as a message shows it.
std::string Shown(std::string_view field) {
  if (!IsValidUtf8(field)) return "a field that is no UTF-8";
  if (field.size() <= kShownBytes) return fmt::format("'{}'", field);
  size_t cut = kShownBytes;
  while (cut > 0 && (static_cast<unsigned char>(field[cut]) & 0xC0) == 0x80) --cut;
  return fmt::format("'{}...'", field.substr(0, cut));
}

bool IsAscii(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) { return (c & 0x80) != 0; });
}

size_t CountCharacters(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

// std::from_chars takes no plus sign, but files have them.
std::string_view WithoutPlus(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  return text;
}

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

// "yyyy-mm-dd" at the start of the text.
bool StartsWithDay(std::string_view text) {
  if (text.size() < 10 || text[4] != '-' || text[7] != '-') return false;
  int parts[3] = {};
  constexpr size_t kAt[] = {0, 5, 8};
  constexpr size_t kLength[] = {4, 2, 2};
  for (int i = 0; i < 3; ++i) {
    const char* begin = text.data() + kAt[i];
    if (std::from_chars(begin, begin + kLength[i], parts[i]).ptr != begin + kLength[i]) {
      return false;
    }
  }
  return IsCalendarDay(parts[0], parts[1], parts[2]);
}

}  // namespace

Result<FieldCheck> FieldCheck::ForColumn(const store::Column& column, const DatePattern& pattern) {
  switch (column.type.id()) {
    case TypeId::kArray:
    case TypeId::kMap:
    case TypeId::kStruct:
    case TypeId::kIntervalYearMonth:
    case TypeId::kIntervalDayTime:
    case TypeId::kBinary:
    case TypeId::kVoid:
      return Error{ErrorCode::kUnsupported,
                   fmt::format("TUNNEL UPLOAD into column {} of type {} is not supported",
                               column.name, column.type.ToString()),
                   {},
                   "upload into a table with a STRING column and convert by INSERT ... SELECT"};
    default:
      return FieldCheck(column, pattern);
  }
}

std::string FieldCheck::Refuse(std::string_view field) const {
  return fmt::format("column {}: {} is not a {}", name_, Shown(field), type_.ToString());
}

std::string FieldCheck::OutOfRange(std::string_view field) const {
  return fmt::format("column {}: {} is out of range for {}", name_, Shown(field), type_.ToString());
}

std::string FieldCheck::Check(std::string_view field, std::string_view& out) {
  switch (type_.id()) {
    case TypeId::kBoolean:
      return CheckBoolean(Trim(field), out);
    case TypeId::kTinyint:
      return CheckInteger<int8_t>(Trim(field), out);
    case TypeId::kSmallint:
      return CheckInteger<int16_t>(Trim(field), out);
    case TypeId::kInt:
      return CheckInteger<int32_t>(Trim(field), out);
    case TypeId::kBigint:
      return CheckInteger<int64_t>(Trim(field), out);
    case TypeId::kFloat:
    case TypeId::kDouble:
      return CheckReal(Trim(field), out);
    case TypeId::kDecimal:
      return CheckDecimal(Trim(field), out);
    case TypeId::kDate:
      return CheckDate(Trim(field), out);
    case TypeId::kDatetime:
      return CheckDatetime(Trim(field), out);
    case TypeId::kTimestamp:
    case TypeId::kTimestampNtz:
      return CheckTimestamp(Trim(field), out);
    default:
      return CheckText(field, out);
  }
}

template <typename T>
std::string FieldCheck::CheckInteger(std::string_view field, std::string_view& out) {
  const std::string_view digits = WithoutPlus(field);
  T value = 0;
  const char* end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), end, value);
  if (read.ec == std::errc::result_out_of_range && read.ptr == end) {
    return OutOfRange(field);
  }
  if (read.ec != std::errc() || read.ptr != end) return Refuse(field);
  out = digits;
  return "";
}

std::string FieldCheck::CheckReal(std::string_view field, std::string_view& out) {
  const std::string_view digits = WithoutPlus(field);
  double value = 0;
  const char* end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), end, value);
  const bool no_double = read.ec == std::errc::result_out_of_range;
  if (read.ptr != end || digits.empty() || (read.ec != std::errc() && !no_double)) {
    return Refuse(field);
  }
  if (no_double && !IsBelowOne(digits)) return OutOfRange(field);
  const bool is_float = type_.id() == TypeId::kFloat;
  if (is_float && std::isfinite(value) && std::fabs(value) >= kFloatLimit) return OutOfRange(field);
  out = no_double ? "0" : digits;
  return "";
}

std::string FieldCheck::CheckDecimal(std::string_view field, std::string_view& out) {
  std::string_view digits = WithoutPlus(field);
  const bool negative = digits.starts_with('-');
  if (negative) digits.remove_prefix(1);
  Int128 unscaled = 0;
  int significant = 0;
  int fraction = -1;  // digits behind the point, -1 before it
  bool any = false;
  bool round_up = false;
  for (const char c : digits) {
    if (c == '.' && fraction < 0) {
      fraction = 0;
      continue;
    }
    if (c < '0' || c > '9') return Refuse(field);
    any = true;
    if (fraction >= 0 && ++fraction > type_.scale()) {
      if (fraction == type_.scale() + 1) round_up = c >= '5';
      continue;
    }
    unscaled = unscaled * 10 + (c - '0');
    if (unscaled != 0 && ++significant > kMaxDecimalPrecision) break;
  }
  if (!any) return Refuse(field);
  for (int i = std::max(fraction, 0); i < type_.scale() && significant <= kMaxDecimalPrecision;
       ++i) {
    unscaled *= 10;
    if (unscaled != 0) ++significant;
  }
  if (round_up) ++unscaled;
  Int128 limit = 1;
  for (int i = 0; i < type_.precision(); ++i) limit *= 10;
  if (significant > kMaxDecimalPrecision || unscaled >= limit) {
    return OutOfRange(field);
  }
  scratch_.clear();
  AppendDecimal(negative ? -unscaled : unscaled, type_.scale(), false, scratch_);
  out = scratch_;
  return "";
}

std::string FieldCheck::CheckText(std::string_view field, std::string_view& out) const {
  if (!IsAscii(field) && !IsValidUtf8(field)) {
    return fmt::format("column {}: the text is not UTF-8", name_);
  }
  if (field.size() > kMaxCellBytes) return fmt::format("column {}: longer than 8 MB", name_);
  if (type_.id() == TypeId::kVarchar || type_.id() == TypeId::kChar) {
    const auto longest = static_cast<size_t>(type_.length());
    if (field.size() > longest && CountCharacters(field) > longest) {
      return fmt::format("column {}: {} is longer than {}", name_, Shown(field), type_.ToString());
    }
  }
  if (type_.id() == TypeId::kJson && !nlohmann::json::accept(field)) return Refuse(field);
  out = field;
  return "";
}

std::string FieldCheck::CheckBoolean(std::string_view field, std::string_view& out) const {
  if (EqualsIgnoreCase(field, "true") || field == "1") {
    out = "true";
  } else if (EqualsIgnoreCase(field, "false") || field == "0") {
    out = "false";
  } else {
    return Refuse(field);
  }
  return "";
}

std::string FieldCheck::CheckDate(std::string_view field, std::string_view& out) const {
  if (field.size() != 10 || !StartsWithDay(field)) return Refuse(field);
  out = field;
  return "";
}

std::string FieldCheck::CheckDatetime(std::string_view field, std::string_view& out) {
  std::optional<std::string> canonical = pattern_.Read(field);
  if (!canonical.has_value()) return Refuse(field);
  scratch_ = std::move(*canonical);
  out = scratch_;
  return "";
}

std::string FieldCheck::CheckTimestamp(std::string_view field, std::string_view& out) const {
  // "yyyy-mm-dd hh:mi:ss[.fffffffff]"
  constexpr size_t kSecondsEnd = 19;
  const auto two_digits_below = [&](size_t at, int limit) {
    int value = 0;
    const char* begin = field.data() + at;
    return std::from_chars(begin, begin + 2, value).ptr == begin + 2 && value >= 0 && value < limit;
  };
  if (field.size() < kSecondsEnd || !StartsWithDay(field) || field[10] != ' ' || field[13] != ':' ||
      field[16] != ':' || !two_digits_below(11, 24) || !two_digits_below(14, 60) ||
      !two_digits_below(17, 60)) {
    return Refuse(field);
  }
  const std::string_view fraction = field.substr(kSecondsEnd);
  const bool whole =
      fraction.empty() || (fraction.size() >= 2 && fraction.size() <= 10 && fraction[0] == '.' &&
                           std::all_of(fraction.begin() + 1, fraction.end(),
                                       [](char c) { return c >= '0' && c <= '9'; }));
  if (!whole) return Refuse(field);
  out = field;
  return "";
}

}  // namespace paisql::tunnel
