#include "functions/tables.h"

namespace paisql::functions {
namespace {

constexpr Overload kToDate[] = {
    {"(STRING) -> DATE", "paisql_text_date($1)"},
    {"(DATETIME) -> DATE", "CAST($1 AS DATE)"},
    // strptime wants a constant format, which a macro's parameter is not when the macro is made.
    {"(STRING, const STRING) -> DATETIME",
     "CAST(try_strptime(paisql_readable($1, $2), paisql_read_format($2)) AS TIMESTAMPTZ)"},
};
constexpr Overload kIsdate[] = {
    {"(STRING, const STRING) -> BOOLEAN",
     "CASE WHEN $1 IS NOT NULL THEN "
     "try_strptime(paisql_readable($1, $2), paisql_read_format($2)) IS NOT NULL END"}};
// Outside the Hive-compatible mode the letters mean what they mean to TO_CHAR: mm is the month
// after HH too.
constexpr Overload kDateFormat[] = {
    {"(DATETIME, STRING) -> STRING", "strftime($1, paisql_date_format($2))"}};
constexpr Overload kGetdate[] = {{"() -> DATETIME", "$now"}};
constexpr Overload kCurrentTimestamp[] = {{"() -> TIMESTAMP", "paisql_to_timestamp($now)"}};
constexpr Overload kCurrentTimezone[] = {{"() -> STRING", "$tz"}};
constexpr Overload kUnixTimestamp[] = {
    {"() -> BIGINT", "CAST(floor(epoch($now)) AS BIGINT)"},
    {"(DATETIME) -> BIGINT", "CAST(floor(epoch($1)) AS BIGINT)"},
};
constexpr Overload kFromUnixtime[] = {{"(BIGINT) -> DATETIME", "to_timestamp($1)"}};
constexpr Overload kToMillis[] = {{"(DATETIME) -> BIGINT", "epoch_ms($1)"}};
// The shifted wall clock is shown unchanged in the session's zone.
constexpr Overload kFromUtcTimestamp[] = {
    {"(BIGINT, STRING) -> TIMESTAMP", "paisql_utc_to_zone(epoch_ms($1), $2)"},
    {"(DATETIME, STRING) -> TIMESTAMP", "paisql_utc_to_zone(CAST($1 AS TIMESTAMP), $2)"},
    {"(STRING, STRING) -> TIMESTAMP", "paisql_utc_to_zone(paisql_text_datetime($1), $2)"},
};

constexpr FunctionKind kScalar = FunctionKind::kScalar;
constexpr FunctionFlags kTextAsDatetime = {.text_as_datetime = true};

constexpr Function kTable[] = {
    {"to_date", kScalar, kToDate,
     "TO_DATE(text): a DATE; TO_DATE(text, format): a DATETIME; NULL when the text does not fit"},
    {"isdate", kScalar, kIsdate, "ISDATE(text, format)"},
    {"date_format", kScalar, kDateFormat, "DATE_FORMAT(datetime, format)"},
    {"getdate", kScalar, kGetdate, "GETDATE(): the statement's start"},
    {"now", kScalar, kGetdate, "NOW(): GETDATE", {}, "getdate"},
    {"current_timestamp", kScalar, kCurrentTimestamp, "CURRENT_TIMESTAMP(): a TIMESTAMP"},
    {"current_timezone", kScalar, kCurrentTimezone, "CURRENT_TIMEZONE(): the session's zone"},
    {"unix_timestamp", kScalar, kUnixTimestamp, "UNIX_TIMESTAMP([datetime]): seconds since 1970",
     kTextAsDatetime},
    {"from_unixtime", kScalar, kFromUnixtime, "FROM_UNIXTIME(seconds): a DATETIME"},
    {"to_millis", kScalar, kToMillis, "TO_MILLIS(datetime): milliseconds since 1970"},
    {"from_utc_timestamp", kScalar, kFromUtcTimestamp,
     "FROM_UTC_TIMESTAMP(time | milliseconds, zone): the zone's wall clock at a UTC time"},
};

}  // namespace

std::span<const Function> DateTextFunctions() { return kTable; }

}  // namespace paisql::functions
