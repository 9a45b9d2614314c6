#pragma once

// The two moments that dates in scripts count from, as DataWorks has them: the business date, of
// which ${yyyymmdd} speaks, and the scheduled time, of which $[yyyymmddhh24miss] does. Both are
// fixed for a whole run, however late it starts and however long it takes. Pure values.

#include <cstdint>
#include <optional>
#include <string_view>

namespace paisql::variables {

inline constexpr int64_t kSecondsOfDay = 86400;
inline constexpr int64_t kSecondsOfHour = 3600;
inline constexpr int64_t kSecondsOfMinute = 60;

// Times of the wall clock.
struct Schedule {
  int64_t bizdate = 0;  // days since 1970-01-01
  int64_t cyctime = 0;  // seconds since 1970-01-01 00:00:00
  int64_t today = 0;    // the day on which the run was made, for $bizmonth
};

// "20251031" or "2025-10-31".
std::optional<int64_t> ReadBizdate(std::string_view text);
// "20251101023045", "202511010230" or "2025-11-01 02:30:45".
std::optional<int64_t> ReadCyctime(std::string_view text);

// Fills in the missing half: a daily run stands at 00:00:00 of the day after its business date.
// Without both it is today's run.
Schedule MakeSchedule(std::optional<int64_t> bizdate, std::optional<int64_t> cyctime,
                      int64_t today);

}  // namespace paisql::variables
