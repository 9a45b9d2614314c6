#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

using modes::kHive;
using modes::kNotHive;
using modes::kNotOdps1;
using modes::kOdps1;
using modes::kOdps2;

// A pattern that does not fit is judged where the text is read, by the mode of the call.
constexpr Overload kToDate[] = {
    {"(STRING) -> DATE", "paisql_text_date($1)"},
    {"(DATE) -> DATE", "$1"},
    {"(DATETIME) -> DATE", "CAST($1 AS DATE)"},
    {"(STRING, const STRING) -> DATETIME",
     "CAST(paisql_read_time($1, $2, '$mode') AS TIMESTAMPTZ)"},
};
constexpr Overload kDate[] = {
    {"(STRING) -> DATE", R"(CASE WHEN regexp_full_match($1, '\d{4}-\d{2}-\d{2}') THEN )"
                         "TRY_CAST($1 AS DATE) END"},
    {"(DATE) -> DATE", "$1"},
    {"(DATETIME) -> DATE", "CAST($1 AS DATE)"},
};
constexpr Overload kToTimestamp[] = {
    {"(STRING, STRING) -> TIMESTAMP",
     "paisql_to_timestamp(CAST(paisql_read_timestamp($1, $2, '$mode') AS TIMESTAMPTZ))", "",
     kNotOdps1},
    {"(STRING, STRING, STRING) -> TIMESTAMP",
     "paisql_to_timestamp(paisql_wall_of_zone(paisql_read_timestamp($1, $2, '$mode'), $3))", "",
     kNotOdps1},
};
constexpr Overload kIsdate[] = {{"(STRING, const STRING) -> BOOLEAN",
                                 "CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL THEN "
                                 "paisql_read_time($1, $2, 'null') IS NOT NULL END"}};
// Outside the Hive-compatible mode the letters mean what they mean to TO_CHAR: mm is the month
// after HH too.
constexpr Overload kDateFormat[] = {
    {"(TIMESTAMP, STRING) -> STRING", "paisql_date_format_text(paisql_timestamp_wall($1), $2)", "",
     kOdps2},
    {"(TIMESTAMP_NTZ, STRING) -> STRING",
     "paisql_date_format_text(paisql_timestamp_micros($1), $2)", "", kOdps2},
    {"(DATE, STRING) -> STRING", "paisql_java_time_text(CAST($1 AS TIMESTAMP), $2)", "", kHive},
    {"(DATETIME, STRING) -> STRING", "paisql_java_time_text(CAST($1 AS TIMESTAMP), $2)", "", kHive},
    {"(TIMESTAMP, STRING) -> STRING", "paisql_java_time_text(paisql_timestamp_wall($1), $2)", "",
     kHive},
    {"(TIMESTAMP_NTZ, STRING) -> STRING", "paisql_java_time_text(paisql_timestamp_micros($1), $2)",
     "", kHive},
    {"(STRING, STRING) -> STRING", "paisql_java_time_text(paisql_text_time($1, 'null'), $2)", "",
     kHive},
};
// Numbers become texts by the implicit conversion.
constexpr Overload kToChar[] = {
    {"(BOOLEAN) -> STRING", "upper(CAST($1 AS VARCHAR))"},
    {"(STRING) -> STRING", "$1"},
    {"(DATETIME, STRING) -> STRING", "paisql_time_text(CAST($1 AS TIMESTAMP), $2)"},
};
constexpr Overload kTruncTime[] = {
    {"(DATETIME, const STRING) -> STRING", "paisql_trunc_time(timezone('UTC', $1), $2)"},
    {"(DATE, const STRING) -> STRING", "paisql_trunc_time(CAST($1 AS TIMESTAMP), $2)"},
    {"(TIMESTAMP, const STRING) -> STRING",
     "paisql_trunc_time(timezone('UTC', paisql_from_timestamp($1)), $2)"},
    {"(TIMESTAMP_NTZ, const STRING) -> STRING",
     "paisql_trunc_time(paisql_timestamp_micros($1), $2)"},
};
// The statement's start: to the second in edition 1.0, to the millisecond in 2.0.
constexpr Overload kGetdate[] = {
    {"() -> DATETIME", "date_trunc('second', $now)", "", kOdps1},
    {"() -> DATETIME", "date_trunc('millisecond', $now)", "", kNotOdps1},
};
constexpr Overload kCurrentTimestamp[] = {
    {"() -> TIMESTAMP", "paisql_to_timestamp(date_trunc('millisecond', $now))", "", kNotOdps1}};
constexpr Overload kCurrentDate[] = {
    {"() -> DATE", "CAST($now AS DATE)"},
    {"(STRING) -> DATE", "CAST(paisql_zone_wall($now, $1) AS DATE)"},
};
constexpr Overload kCurrentTimezone[] = {{"() -> STRING", "$tz"}};
constexpr Overload kUnixTimestamp[] = {
    {"() -> BIGINT", "CAST(floor(epoch($now)) AS BIGINT)"},
    {"(DATETIME) -> BIGINT", "CAST(floor(epoch($1)) AS BIGINT)"},
    {"(STRING) -> BIGINT", "paisql_java_epoch($1, 'yyyy-MM-dd HH:mm:ss')", "", kHive},
    {"(STRING, STRING) -> BIGINT", "paisql_java_epoch($1, $2)", "", kHive},
};
constexpr Guard kNoUnixtime = {
    "NOT ($1 BETWEEN epoch(CAST('0001-01-01 00:00:00' AS TIMESTAMPTZ)) AND "
    "epoch(CAST('9999-12-31 23:59:59' AS TIMESTAMPTZ)))",
    "'in function from_unixtime, the seconds lie outside of 0001-01-01 00:00:00 to 9999-12-31 "
    "23:59:59'"};
constexpr Overload kFromUnixtime[] = {
    {"(BIGINT) -> DATETIME", "to_timestamp($1)", "", kNotHive, &kNoUnixtime},
    {"(BIGINT) -> STRING",
     "paisql_java_time_text(CAST(to_timestamp($1) AS TIMESTAMP), 'yyyy-MM-dd HH:mm:ss')", "", kHive,
     &kNoUnixtime},
    {"(BIGINT, STRING) -> STRING", "paisql_java_time_text(CAST(to_timestamp($1) AS TIMESTAMP), $2)",
     "", kHive, &kNoUnixtime},
};
constexpr Overload kToMillis[] = {{"(DATETIME) -> BIGINT", "epoch_ms($1)", "", kNotOdps1}};
// A number of milliseconds and a DATETIME are wall clock of the session's zone that is taken for
// UTC's; the shifted wall clock is shown unchanged in the session's zone.
constexpr Overload kFromUtcTimestamp[] = {
    {"(BIGINT, STRING) -> TIMESTAMP",
     "paisql_utc_to_zone(CAST(timezone('UTC', epoch_ms($1)) AS TIMESTAMP), $2, 0, '$mode')", "",
     kNotOdps1},
    {"(DATETIME, STRING) -> TIMESTAMP", "paisql_utc_to_zone(CAST($1 AS TIMESTAMP), $2, 0, '$mode')",
     "", kNotOdps1},
    {"(TIMESTAMP, STRING) -> TIMESTAMP",
     "paisql_utc_to_zone(paisql_timestamp_wall($1), $2, paisql_timestamp_nanos($1), '$mode')", "",
     kNotOdps1},
    {"(TIMESTAMP_NTZ, STRING) -> TIMESTAMP",
     "paisql_utc_to_zone(paisql_timestamp_micros($1), $2, paisql_timestamp_nanos($1), '$mode')", "",
     kNotOdps1},
    {"(STRING, STRING) -> TIMESTAMP",
     "paisql_utc_to_zone(paisql_text_time($1, 'null'), $2, 0, '$mode')", "", kNotOdps1},
};

constexpr FunctionKind kScalar = FunctionKind::kScalar;
constexpr FunctionFlags kKeepsFamily = {.keeps_family = true};

constexpr Function kTable[] = {
    {"to_date", kScalar, kToDate,
     "TO_DATE(text | time): a DATE; TO_DATE(text, format): a DATETIME"},
    {"date", kScalar, kDate, "DATE(text | time): a DATE; of a text yyyy-mm-dd only"},
    {"to_timestamp", kScalar, kToTimestamp,
     "TO_TIMESTAMP(text, format[, zone]): formats of TO_DATE, ff6, and %Y %m %d %H %M %S"},
    {"isdate", kScalar, kIsdate, "ISDATE(text, format): whether TO_DATE reads the text"},
    {"date_format", kScalar, kDateFormat,
     "DATE_FORMAT(time, format): yyyy MM dd HH mi ss SSS; in Hive mode Java's letters",
     kKeepsFamily},
    {"to_char", kScalar, kToChar, "TO_CHAR(value) or TO_CHAR(datetime, format)"},
    {"trunc_time", kScalar, kTruncTime,
     "TRUNC_TIME(time, 'year' | 'month' | 'day' | 'hour'): a text, of DATETIME and TIMESTAMP in "
     "UTC"},
    {"getdate", kScalar, kGetdate, "GETDATE(): the statement's start"},
    {"now", kScalar, kGetdate, "NOW(): GETDATE", {}, "getdate"},
    {"current_timestamp", kScalar, kCurrentTimestamp,
     "CURRENT_TIMESTAMP(): the statement's start, a TIMESTAMP"},
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

std::span<const Function> DateTextFunctions() { return kTable; }

}  // namespace paisql::functions
