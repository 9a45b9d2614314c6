#pragma once

// When a node is due, as the platform's fields say: second, minute, hour, day of the month, month,
// day of the week, and a year that may be left out.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace paisql::nodes {

// A day of the month, as its field says it.
struct MonthDay {
  int day = 1;              // of the month, or with from_end before its last one: 0 is the last
  bool from_end = false;    // L, L-3
  bool to_workday = false;  // W: of Monday to Friday the nearest one in the same month
};

// A day of the week; 1 is Sunday.
struct Weekday {
  static constexpr int kEach = 0;
  static constexpr int kLast = -1;  // 6L: the last one of its month
  int day = 1;
  int which = kEach;  // 6#3: the third one of its month
};

// Sets, of numbers ascending. A day is due by one of them.
struct Cron {
  std::vector<int> seconds;
  std::vector<int> minutes;
  std::vector<int> hours;
  std::vector<MonthDay> days;  // empty: any
  std::vector<int> months;
  std::vector<Weekday> weekdays;  // empty: any
  std::vector<int> years;         // empty: any

  // Whether it is due at all on that day (days since 1970-01-01).
  bool DueOn(int64_t day) const;
  // The first time of such a day, in seconds of it.
  int64_t FirstSecond() const;
};

// By the rules of Quartz, whose fields the platform's are: "00 30 02 * * ?", "00 */30 22-06 * * ?",
// "00 00 02 1,L-2,15W * ?", "00 00 01 ? * FRIL", "00 00 02 * * ? 2026-2028". Only one of the two
// days may be said. kParse, without a place, names the field that is wrong, or says that no day is
// ever due.
Result<Cron> ReadCron(std::string_view text);

}  // namespace paisql::nodes
