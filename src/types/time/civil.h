#pragma once

// The days of the calendar: the Gregorian one, for all years. Pure functions; the one place that
// knows how long a month is.

#include <cstdint>

namespace paisql {

struct CivilDay {
  int64_t year = 1970;
  int month = 1;
  int day = 1;
};

// Whether there is such a day in the years 1 to 9999, which are those of DATE and of all times.
constexpr bool IsCivilDay(int64_t year, int64_t month, int64_t day) {
  constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1) return false;
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return day <= (month == 2 && leap ? 29 : kDays[month - 1]);
}

constexpr bool IsTimeOfDay(int64_t hour, int64_t minute, int64_t second) {
  return hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59 && second >= 0 && second <= 59;
}

// Whole 400-year eras are counted, whose years begin in March.
inline constexpr int64_t kDaysPerEra = 146097;
inline constexpr int64_t kDaysToEraStart = 719468;  // from 0000-03-01 to 1970-01-01

// Days since 1970-01-01 of a day for which IsCivilDay holds.
constexpr int32_t DaysFromCivil(int year, int month, int day) {
  year -= month <= 2 ? 1 : 0;
  const int era = year / 400;
  const int year_of_era = year - era * 400;
  const int day_of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
  const int day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return static_cast<int32_t>(era * kDaysPerEra + day_of_era - kDaysToEraStart);
}

// The other way round, for any number of days.
constexpr CivilDay CivilFromDays(int64_t days) {
  const int64_t shifted = days + kDaysToEraStart;
  const int64_t era = (shifted >= 0 ? shifted : shifted - (kDaysPerEra - 1)) / kDaysPerEra;
  const int64_t day_of_era = shifted - era * kDaysPerEra;
  const int64_t year_of_era =
      (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const int64_t day_of_year =
      day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const int64_t march_month = (5 * day_of_year + 2) / 153;
  CivilDay civil;
  civil.day = static_cast<int>(day_of_year - (153 * march_month + 2) / 5 + 1);
  civil.month = static_cast<int>(march_month < 10 ? march_month + 3 : march_month - 9);
  civil.year = year_of_era + era * 400 + (civil.month <= 2 ? 1 : 0);
  return civil;
}

}  // namespace paisql
