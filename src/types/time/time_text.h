#pragma once

// Dates and times of a text: the one reader for CAST, literals and the files of TUNNEL. What they
// take differs in a few points, which are named below; what becomes of another text (NULL, an
// error, a bad record) is the caller's. Pure functions, so that an engine's threads call them on
// whole vectors. They are printed here, too;
// types/pattern/ reads and prints by patterns.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace paisql {

struct WallTime {
  int64_t seconds = 0;  // since 1970-01-01 00:00:00 on the wall clock
  int32_t nanos = 0;
};

// The forms that may follow "yyyy-mm-dd hh:mi:ss", whose fields have two digits each.
struct TimeForm {
  size_t most_fraction_digits = 9;  // 0: no fraction
  // An offset such as +08:00, which is passed over: the platform reads the wall clock in the
  // session's zone, whatever the offset says.
  bool offset = false;
};

inline constexpr TimeForm kDatetimeForm = {.most_fraction_digits = 0};
inline constexpr TimeForm kDatetimeLiteralForm = {.most_fraction_digits = 3};
inline constexpr TimeForm kTimestampForm = {};
inline constexpr TimeForm kTimestampCastForm = {.offset = true};

// nullopt for any other form, and for a day or a time of day that does not exist.
std::optional<WallTime> ReadTime(std::string_view text, const TimeForm& form);

// A time of ISO 8601: "2013-01-01T10:00:00.123Z". The seconds may be left out, or a blank may
// stand for the T, and Z, an offset such as +08:00 or +0800, or nothing may follow.
struct IsoTime {
  WallTime time;
  size_t fraction_digits = 0;
  std::optional<int32_t> offset_seconds;  // east of Greenwich
};
std::optional<IsoTime> ReadIsoTime(std::string_view text);
// How SQL reads one, since CAST does not.
inline constexpr std::string_view kIsoTimeHint =
    "TO_DATE(text, 'yyyy-mm-ddThh:mi:ssZ') reads a time of ISO 8601";

// "yyyy-mm-dd" alone, as days since 1970.
std::optional<int32_t> ReadDate(std::string_view text);
// The same, or the day of a time of kTimestampForm.
std::optional<int32_t> ReadDateOfTime(std::string_view text);

void AppendDate(int32_t days_since_epoch, std::string& out);
// Wall-clock microseconds since 1970-01-01 00:00:00 as "yyyy-mm-dd hh:mi:ss", without a fraction.
void AppendDatetime(int64_t wall_micros, std::string& out);
// Wall-clock seconds and nanoseconds, fraction with trailing zeros cut ("… 00:00:00.123", "…
// 00:00:00").
void AppendTimestamp(int64_t wall_seconds, int32_t nanos, std::string& out);

}  // namespace paisql
