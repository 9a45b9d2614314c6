#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

using modes::kHive;
using modes::kNotHive;
using modes::kNotOdps1;
using modes::kOdps1;
using modes::kOdps2;

constexpr Overload kToDate[] = {
    {"(STRING) -> DATE"},
    Total("(DATE) -> DATE"),
    {"(DATETIME) -> DATE"},
    {"(STRING, const STRING) -> DATETIME"},
};
constexpr Overload kDate[] = {
    {"(STRING) -> DATE"},
    Total("(DATE) -> DATE"),
    {"(DATETIME) -> DATE"},
};
constexpr Overload kToTimestamp[] = {
    {"(STRING, STRING) -> TIMESTAMP", kNotOdps1},
    {"(STRING, STRING, STRING) -> TIMESTAMP", kNotOdps1},
};
constexpr Overload kIsdate[] = {{"(STRING, const STRING) -> BOOLEAN"}};
// Outside the Hive-compatible mode the letters mean what they mean to TO_CHAR: mm is the month
// after HH too.
constexpr Overload kDateFormat[] = {
    {"(TIMESTAMP, STRING) -> STRING", kOdps2}, {"(TIMESTAMP_NTZ, STRING) -> STRING", kOdps2},
    {"(DATE, STRING) -> STRING", kHive},       {"(DATETIME, STRING) -> STRING", kHive},
    {"(TIMESTAMP, STRING) -> STRING", kHive},  {"(TIMESTAMP_NTZ, STRING) -> STRING", kHive},
    {"(STRING, STRING) -> STRING", kHive},
};
// Numbers become texts by the implicit conversion.
constexpr Overload kToChar[] = {
    {"(BOOLEAN) -> STRING"},
    Total("(STRING) -> STRING"),
    {"(DATETIME, STRING) -> STRING"},
};
constexpr Overload kTruncTime[] = {
    {"(DATETIME, const STRING) -> STRING"},
    {"(DATE, const STRING) -> STRING"},
    {"(TIMESTAMP, const STRING) -> STRING"},
    {"(TIMESTAMP_NTZ, const STRING) -> STRING"},
};
// The statement's start: to the second in edition 1.0, to the millisecond in 2.0.
constexpr Overload kGetdate[] = {
    {"() -> DATETIME", kOdps1},
    {"() -> DATETIME", kNotOdps1},
};
constexpr Overload kCurrentTimestampNtz[] = {{"() -> TIMESTAMP_NTZ", kNotOdps1}};
constexpr Overload kCurrentTimestamp[] = {{"() -> TIMESTAMP", kNotOdps1}};
constexpr Overload kCurrentDate[] = {
    {"() -> DATE"},
    {"(STRING) -> DATE"},
};
constexpr Overload kCurrentTimezone[] = {Total("() -> STRING")};
constexpr Overload kUnixTimestamp[] = {
    {"() -> BIGINT"},
    {"(DATETIME) -> BIGINT"},
    {"(STRING) -> BIGINT", kHive},
    {"(STRING, STRING) -> BIGINT", kHive},
};
constexpr Guard kNoUnixtime = {
    "in function from_unixtime, the seconds lie outside of 0001-01-01 00:00:00 to 9999-12-31 "
    "23:59:59"};
constexpr Overload kFromUnixtime[] = {
    {"(BIGINT) -> DATETIME", kNotHive, &kNoUnixtime},
    {"(BIGINT) -> STRING", kHive, &kNoUnixtime},
    {"(BIGINT, STRING) -> STRING", kHive, &kNoUnixtime},
};
constexpr Overload kToMillis[] = {{"(DATETIME) -> BIGINT", kNotOdps1}};
// A number of milliseconds and a DATETIME are wall clock of the session's zone that is taken for
// UTC's; the shifted wall clock is shown unchanged in the session's zone.
constexpr Overload kFromUtcTimestamp[] = {
    {"(BIGINT, STRING) -> TIMESTAMP", kNotOdps1},
    {"(DATETIME, STRING) -> TIMESTAMP", kNotOdps1},
    {"(TIMESTAMP, STRING) -> TIMESTAMP", kNotOdps1},
    {"(TIMESTAMP_NTZ, STRING) -> TIMESTAMP", kNotOdps1},
    {"(STRING, STRING) -> TIMESTAMP", kNotOdps1},
};

constexpr Function kDateTextFunctions[] = {
    {"to_date", kScalar, kToDate,
     "TO_DATE(text | time): a DATE; TO_DATE(text, format): a DATETIME"},
    {"date", kScalar, kDate, "DATE(text | time): a DATE; of a text yyyy-mm-dd only"},
    {"to_timestamp", kScalar, kToTimestamp,
     "TO_TIMESTAMP(text, format[, zone]): formats of TO_DATE, ff6, and %Y %m %d %H %M %S"},
    {"isdate", kScalar, kIsdate, "ISDATE(text, format): whether TO_DATE reads the text"},
    {"date_format", kScalar, kDateFormat,
     "DATE_FORMAT(time, format): yyyy MM dd HH mi ss SSS; in Hive mode Java's letters",
     &kKeepsFamily},
    {"to_char", kScalar, kToChar, "TO_CHAR(value) or TO_CHAR(datetime, format)"},
    {"trunc_time", kScalar, kTruncTime,
     "TRUNC_TIME(time, 'year' | 'month' | 'day' | 'hour'): a text, of DATETIME and TIMESTAMP in "
     "UTC"},
    {"getdate", kScalar, kGetdate, "GETDATE(): the statement's start"},
    {"now", kScalar, kGetdate, "NOW(): GETDATE", &kNoFlags, "getdate"},
    {"current_timestamp", kScalar, kCurrentTimestamp,
     "CURRENT_TIMESTAMP(): the statement's start, a TIMESTAMP"},
    {"current_timestamp_ntz", kScalar, kCurrentTimestampNtz,
     "CURRENT_TIMESTAMP_NTZ(): the statement's start in UTC, a TIMESTAMP_NTZ"},
    {"current_date", kScalar, kCurrentDate,
     "CURRENT_DATE([zone]): the day of the statement's start"},
    {"current_timezone", kScalar, kCurrentTimezone, "CURRENT_TIMEZONE(): the session's zone"},
    {"unix_timestamp", kScalar, kUnixTimestamp,
     "UNIX_TIMESTAMP([datetime]): seconds since 1970; in Hive mode of a text, by Java's letters"},
    {"from_unixtime", kScalar, kFromUnixtime,
     "FROM_UNIXTIME(seconds): a DATETIME; in Hive mode a text, by Java's letters"},
    {"to_millis", kScalar, kToMillis, "TO_MILLIS(datetime): milliseconds since 1970"},
    {"from_utc_timestamp", kScalar, kFromUtcTimestamp,
     "FROM_UTC_TIMESTAMP(time | milliseconds, zone): the zone's wall clock at a UTC time"},
};

}  // namespace

std::span<const Function> DateTextFunctions() { return kDateTextFunctions; }

}  // namespace paisql::functions
