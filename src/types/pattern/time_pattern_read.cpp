// Reading by a pattern; part of types/pattern/time_pattern.h.

#include <chrono>
#include <span>

#include "base/system/clock.h"
#include "base/text.h"
#include "types/pattern/time_names.h"
#include "types/pattern/time_pattern.h"
#include "types/time/civil.h"

namespace paisql {
namespace {

using std::chrono::days;
using std::chrono::sys_days;
using std::chrono::year_month_day;

// The fields read so far. Java counts on where a field leaves its range: month 13 is January.
struct Fields {
  int64_t year = 1970;
  int64_t month = 1;
  int64_t day = 1;
  int64_t day_of_year = 0;
  int64_t hour = 0;
  int64_t half_day = 0;
  int64_t minute = 0;
  int64_t second = 0;
  int64_t micros = 0;

  void Set(TimeField field, int64_t value) {
    switch (field) {
      case TimeField::kYear:
        year = value;
        break;
      case TimeField::kMonth:
        month = value;
        break;
      case TimeField::kDay:
        day = value;
        break;
      case TimeField::kDayOfYear:
        day_of_year = value;
        break;
      case TimeField::kHour:
      case TimeField::kHalfDayHour:
        hour = value;
        break;
      case TimeField::kHourFromOne:
        hour = value == 24 ? 0 : value;
        break;
      case TimeField::kHalfDayHourFromOne:
        hour = value == 12 ? 0 : value;
        break;
      case TimeField::kMinute:
        minute = value;
        break;
      case TimeField::kSecond:
        second = value;
        break;
      case TimeField::kMillis:
        micros = value * 1000;
        break;
      case TimeField::kMicros:
        micros = value;
        break;
      default:
        break;
    }
  }

  bool InRange() const { return IsCivilDay(year, month, day) && IsTimeOfDay(hour, minute, second); }

  // nullopt outside of the years 1 to 9999.
  std::optional<int64_t> Micros() const {
    const int64_t months = year * 12 + month - 1;
    const int64_t whole = months >= 0 ? months / 12 : (months - 11) / 12;
    if (whole < -30000 || whole > 30000) return std::nullopt;
    const auto first = sys_days(std::chrono::year(static_cast<int>(whole)) /
                                static_cast<int>(months - whole * 12 + 1) / 1);
    const auto new_year = sys_days(std::chrono::year(static_cast<int>(whole)) / 1 / 1);
    const auto date = day_of_year > 0 ? new_year + days(static_cast<int>(day_of_year - 1))
                                      : first + days(static_cast<int>(day - 1));
    const int64_t seconds = date.time_since_epoch().count() * int64_t{86400} +
                            (hour + half_day) * 3600 + minute * 60 + second;
    constexpr int64_t kFirst = -62135596800;
    constexpr int64_t kLast = 253402300799;
    if (seconds < kFirst || seconds > kLast) return std::nullopt;
    return seconds * 1'000'000 + micros;
  }
};

// A text that is read from its beginning.
struct Input {
  std::string_view text;
  size_t at = 0;

  std::string_view rest() const { return text.substr(at); }
  bool Take(std::string_view literal) {
    if (!rest().starts_with(literal)) return false;
    at += literal.size();
    return true;
  }
  // Passes over whole characters.
  bool Skip(int count) {
    const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };
    for (; count > 0; --count) {
      if (at >= text.size()) return false;
      ++at;
      while (at < text.size() && continues(text[at])) ++at;
    }
    return true;
  }
  // From `least` to `most` digits.
  std::optional<int64_t> Number(size_t least, size_t most) {
    size_t count = 0;
    int64_t value = 0;
    while (count < most && at + count < text.size() && IsDigit(text[at + count])) {
      value = value * 10 + (text[at + count++] - '0');
    }
    if (count < least) return std::nullopt;
    at += count;
    return value;
  }
  // The index of the name that stands here, in full or by its first three letters.
  std::optional<int64_t> Name(std::span<const std::string_view> names) {
    for (size_t i = 0; i < names.size(); ++i) {
      for (const std::string_view name : {names[i], names[i].substr(0, 3)}) {
        if (!EqualsIgnoreCase(rest().substr(0, name.size()), name)) continue;
        at += name.size();
        return static_cast<int64_t>(i);
      }
    }
    return std::nullopt;
  }
};

// Two digits of a year: those of the hundred years of which twenty are still to come.
int64_t FullYear(int64_t two_digits) {
  constexpr int64_t kMillisecondsOfDay = int64_t{24} * 60 * 60 * 1000;
  const std::chrono::sys_days today{days(NowMs() / kMillisecondsOfDay)};
  const int64_t last = static_cast<int>(year_month_day(today).year()) + 20;
  const int64_t year = last / 100 * 100 + two_digits;
  return year > last ? year - 100 : year;
}

bool IsNumber(TimeField field) {
  return field != TimeField::kLiteral && field != TimeField::kMonthName &&
         field != TimeField::kWeekdayName && field != TimeField::kHalfDay &&
         field != TimeField::kEra;
}

constexpr std::string_view kHalves[] = {"AM", "PM"};

// No field has more digits, and none of so many overflows when it counts on.
constexpr size_t kMostFieldDigits = 9;

// A number of Java's: blanks and a minus may stand in front. Where a number follows at once, it has
// as many digits as the pattern.
std::optional<int64_t> JavaNumber(Input& input, const TimePart& part, bool number_follows) {
  while (input.at < input.text.size() &&
         (input.text[input.at] == ' ' || input.text[input.at] == '\t')) {
    ++input.at;
  }
  const bool negative = !number_follows && input.Take("-");
  const size_t begin = input.at;
  const auto width = static_cast<size_t>(part.width);
  if (number_follows && width > kMostFieldDigits) return std::nullopt;
  const auto value =
      number_follows ? input.Number(width, width) : input.Number(1, kMostFieldDigits);
  if (!value) return std::nullopt;
  const bool two_digits =
      part.field == TimeField::kYear && part.width <= 2 && input.at - begin == 2;
  if (two_digits && !negative) return FullYear(*value);
  return negative ? -*value : *value;
}

}  // namespace

std::optional<int64_t> TimePattern::Read(std::string_view text) const {
  if (!valid_) return std::nullopt;
  return style_ == TimePatternStyle::kJava ? ReadJava(text) : ReadFields(text);
}

std::optional<int64_t> TimePattern::ReadFields(std::string_view text) const {
  Input input{text};
  Fields fields;
  uint32_t seen = 0;
  for (const TimePart& part : parts_) {
    if (part.field == TimeField::kLiteral) {
      if (!input.Take(part.text)) return std::nullopt;
      continue;
    }
    const bool name = part.field == TimeField::kMonthName;
    const TimeField field = name ? TimeField::kMonth : part.field;
    const uint32_t bit = uint32_t{1} << static_cast<unsigned>(field);
    if ((seen & bit) != 0) {
      if (!input.Skip(part.width)) return std::nullopt;
      continue;
    }
    seen |= bit;
    const auto width = static_cast<size_t>(part.width);
    std::optional<int64_t> value =
        name ? input.Name(kMonthNames) : input.Number(width, width == 1 ? 2 : width);
    if (!value) return std::nullopt;
    if (name) ++*value;
    const bool two_digits = part.field == TimeField::kYear && part.width == 2;
    fields.Set(field, two_digits ? FullYear(*value) : *value);
  }
  if (input.at != text.size() || !fields.InRange()) return std::nullopt;
  return fields.Micros();
}

std::optional<int64_t> TimePattern::ReadJava(std::string_view text) const {
  Input input{text};
  Fields fields;
  for (size_t i = 0; i < parts_.size(); ++i) {
    const TimePart& part = parts_[i];
    bool fits = true;
    switch (part.field) {
      case TimeField::kLiteral:
        fits = input.Take(part.text);
        break;
      case TimeField::kMonthName: {
        const auto month = input.Name(kMonthNames);
        fits = month.has_value();
        fields.month = month.value_or(0) + 1;
        break;
      }
      case TimeField::kWeekdayName:
        fits = input.Name(kWeekdayNames).has_value();
        break;
      case TimeField::kHalfDay: {
        const auto half = input.Name(kHalves);
        fits = half.has_value();
        fields.half_day = half.value_or(0) * 12;
        break;
      }
      case TimeField::kEra:
        fits = input.Take("AD");
        break;
      default: {
        const bool number_follows = i + 1 < parts_.size() && IsNumber(parts_[i + 1].field);
        const auto value = JavaNumber(input, part, number_follows);
        fits = value.has_value();
        fields.Set(part.field, value.value_or(0));
        break;
      }
    }
    if (!fits) return std::nullopt;
  }
  return fields.Micros();
}

}  // namespace paisql
