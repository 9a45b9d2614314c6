// Printing by a pattern; part of types/pattern/time_pattern.h.

#include <chrono>

#include "types/pattern/time_names.h"
#include "types/pattern/time_pattern.h"

namespace paisql {
namespace {

using std::chrono::days;
using std::chrono::sys_days;
using std::chrono::year_month_day;

void AppendPadded(int64_t value, int width, std::string& out) {
  const std::string digits = std::to_string(value);
  const auto wanted = static_cast<size_t>(width);
  if (digits.size() < wanted) out.append(wanted - digits.size(), '0');
  out += digits;
}

struct Moment {
  explicit Moment(int64_t wall_micros)
      : micros(std::chrono::microseconds(wall_micros)),
        day(std::chrono::floor<days>(std::chrono::sys_time<std::chrono::microseconds>(micros))),
        date(day),
        of_day(micros - day.time_since_epoch()) {}

  int year() const { return static_cast<int>(date.year()); }
  unsigned month() const { return static_cast<unsigned>(date.month()); }
  unsigned day_of_month() const { return static_cast<unsigned>(date.day()); }
  int64_t hour() const { return of_day.hours().count(); }
  unsigned weekday() const { return std::chrono::weekday(day).c_encoding(); }  // 0 on Sunday

  std::chrono::microseconds micros;
  sys_days day;
  year_month_day date;
  std::chrono::hh_mm_ss<std::chrono::microseconds> of_day;
};

int64_t DayOfYear(const sys_days& day) {
  const auto first = sys_days(year_month_day(day).year() / std::chrono::January / 1);
  return (day - first).count() + 1;
}

// A week of Java's begins on Sunday and belongs to the year in which it ends.
sys_days EndOfWeek(const Moment& moment) {
  return moment.day + days(6 - static_cast<int>(moment.weekday()));
}

void AppendYear(int64_t year, int width, std::string& out) {
  AppendPadded(width == 2 ? year % 100 : year, width, out);
}

void AppendName(std::string_view name, int width, std::string& out) {
  out += width > 3 ? name : name.substr(0, 3);
}

int64_t NumberOf(TimeField field, const Moment& moment) {
  switch (field) {
    case TimeField::kMonth:
      return moment.month();
    case TimeField::kDay:
      return moment.day_of_month();
    case TimeField::kHour:
      return moment.hour();
    case TimeField::kHourFromOne:
      return moment.hour() == 0 ? 24 : moment.hour();
    case TimeField::kHalfDayHour:
      return moment.hour() % 12;
    case TimeField::kHalfDayHourFromOne:
      return moment.hour() % 12 == 0 ? 12 : moment.hour() % 12;
    case TimeField::kMinute:
      return moment.of_day.minutes().count();
    case TimeField::kSecond:
      return moment.of_day.seconds().count();
    case TimeField::kMillis:
      return moment.of_day.subseconds().count() / 1000;
    case TimeField::kMicros:
      return moment.of_day.subseconds().count();
    case TimeField::kWeekday:
      return moment.weekday() == 0 ? 7 : moment.weekday();
    case TimeField::kDayOfYear:
      return DayOfYear(moment.day);
    case TimeField::kWeekOfYear:
      return (DayOfYear(EndOfWeek(moment)) + 6) / 7;
    case TimeField::kWeekOfMonth:
      return (moment.day_of_month() - 1 + (moment.weekday() + 36 - moment.day_of_month()) % 7) / 7 +
             1;
    case TimeField::kWeekdayInMonth:
      return (moment.day_of_month() - 1) / 7 + 1;
    default:
      return 0;
  }
}

}  // namespace

void TimePattern::Print(int64_t wall_micros, std::string& out) const {
  const Moment moment(wall_micros);
  for (const TimePart& part : parts_) {
    switch (part.field) {
      case TimeField::kLiteral:
        out += part.text;
        break;
      case TimeField::kYear:
        AppendYear(moment.year(), part.width, out);
        break;
      case TimeField::kWeekYear:
        AppendYear(static_cast<int>(year_month_day(EndOfWeek(moment)).year()), part.width, out);
        break;
      case TimeField::kMonthName:
        AppendName(kMonthNames[moment.month() - 1], part.width, out);
        break;
      case TimeField::kWeekdayName:
        AppendName(kWeekdayNames[moment.weekday()], part.width, out);
        break;
      case TimeField::kHalfDay:
        out += moment.hour() < 12 ? "AM" : "PM";
        break;
      case TimeField::kEra:
        out += "AD";
        break;
      default:
        AppendPadded(NumberOf(part.field, moment), part.width, out);
        break;
    }
  }
}

}  // namespace paisql
