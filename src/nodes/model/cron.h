#pragma once

// When a node is due, as the platform's fields say: second, minute, hour, day of the month, month,
// day of the week, and a year that may be left out.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace paisql::nodes {

// Sets of numbers, ascending.
struct Cron {
  std::vector<int> seconds;
  std::vector<int> minutes;
  std::vector<int> hours;
  std::vector<int> days;  // of the month; empty and not last_day: any
  bool last_day = false;  // L, also beside days
  std::vector<int> months;
  std::vector<int> weekdays;  // 1 is Sunday; empty: any
  std::vector<int> years;     // empty: any

  // Whether it is due at all on that day (days since 1970-01-01).
  bool DueOn(int64_t day) const;
  // The first time of such a day, in seconds of it.
  int64_t FirstSecond() const;
};

// "00 30 02 * * ?", "00 */30 00-23 * * ?", "00 00 02 1,L * ?", "00 00 01 ? * MON",
// "00 00 02 * * ? 2026-2028". kParse, without a place, names the field that is wrong.
Result<Cron> ReadCron(std::string_view text);

}  // namespace paisql::nodes
