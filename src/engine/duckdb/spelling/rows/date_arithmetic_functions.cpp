#include "engine/duckdb/spelling/rows/tables.h"

namespace paisql::engine {
namespace {

// A DATETIME is an instant that DuckDB shows in the session's zone.
constexpr Spelling kDateArithmeticRows[] = {
    {"dateadd", "(DATETIME, BIGINT, const STRING) -> DATETIME",
     "paisql_datetime_range(paisql_datetime_add($1, $2, $3), '$mode')"},
    {"dateadd", "(DATE, BIGINT, const STRING) -> DATE", "paisql_dateadd_date($1, $2, $3, '$mode')"},
    {"dateadd", "(TIMESTAMP, BIGINT, const STRING) -> TIMESTAMP",
     "paisql_timestamp_dateadd($1, $2, $3, '$mode')"},
    {"dateadd", "(TIMESTAMP_NTZ, BIGINT, const STRING) -> TIMESTAMP_NTZ",
     "paisql_ntz_dateadd($1, $2, $3, '$mode')"},
    {"datediff", "(DATETIME, DATETIME) -> BIGINT", "date_diff('day', $2, $1)"},
    {"datediff", "(DATETIME, DATETIME, const STRING) -> BIGINT", "paisql_datediff($1, $2, $3)"},
    {"datediff", "(DATE, DATE) -> BIGINT", "($1 - $2)"},
    {"datediff", "(DATE, DATE, const STRING) -> BIGINT", "paisql_datediff($1, $2, $3)"},
    {"datediff", "(TIMESTAMP, TIMESTAMP) -> BIGINT",
     "date_diff('day', paisql_from_timestamp($2), paisql_from_timestamp($1))"},
    {"datediff", "(TIMESTAMP, TIMESTAMP, const STRING) -> BIGINT",
     "paisql_datediff(paisql_from_timestamp($1), paisql_from_timestamp($2), $3)"},
    {"datediff", "(STRING, STRING) -> BIGINT",
     "date_diff('day', paisql_text_time($2, '$mode'), paisql_text_time($1, '$mode'))"},
    {"datetrunc", "(DATETIME, const STRING) -> DATETIME", "paisql_datetrunc($1, $2)"},
    {"datetrunc", "(DATE, const STRING) -> DATE", "CAST(paisql_datetrunc($1, $2) AS DATE)"},
    {"datetrunc", "(TIMESTAMP, const STRING) -> TIMESTAMP", "paisql_timestamp_trunc($1, $2)"},
    {"datetrunc", "(TIMESTAMP, const STRING, STRING) -> TIMESTAMP",
     "paisql_timestamp_trunc_in($1, $2, $3)"},
    {"datetrunc", "(TIMESTAMP_NTZ, const STRING) -> TIMESTAMP_NTZ", "paisql_ntz_trunc($1, $2)"},
    {"date_add", "(DATE, BIGINT) -> DATE",
     "paisql_date_range($1 + paisql_whole_days($2), '$mode')"},
    {"date_add", "(DATETIME, BIGINT) -> DATE",
     "paisql_date_range(CAST($1 AS DATE) + paisql_whole_days($2), '$mode')"},
    {"date_add", "(STRING, BIGINT) -> DATE",
     "paisql_date_range(CAST(paisql_text_time($1, '$mode') AS DATE) + paisql_whole_days($2), "
     "'$mode')"},
    {"date_sub", "(DATE, BIGINT) -> DATE",
     "paisql_date_range($1 - paisql_whole_days($2), '$mode')"},
    {"date_sub", "(DATETIME, BIGINT) -> DATE",
     "paisql_date_range(CAST($1 AS DATE) - paisql_whole_days($2), '$mode')"},
    {"date_sub", "(STRING, BIGINT) -> DATE",
     "paisql_date_range(CAST(paisql_text_time($1, '$mode') AS DATE) - paisql_whole_days($2), "
     "'$mode')"},
    {"add_months", "(STRING, BIGINT) -> STRING",
     "paisql_month_jump(paisql_text_time($1, 'null'), $2, '$mode')"},
    {"add_months", "(DATE, BIGINT) -> STRING", "paisql_month_jump($1, $2, '$mode')"},
    {"add_months", "(DATETIME, BIGINT) -> STRING", "paisql_month_jump($1, $2, '$mode')"},
    {"months_between", "(STRING, STRING) -> DOUBLE",
     "paisql_months_between(paisql_text_time($1, '$mode'), paisql_text_time($2, '$mode'))"},
    {"months_between", "(DATETIME, DATETIME) -> DOUBLE", "paisql_months_between($1, $2)"},
    {"months_between", "(DATETIME, STRING) -> DOUBLE",
     "paisql_months_between(CAST($1 AS TIMESTAMP), paisql_text_time($2, '$mode'))"},
    {"months_between", "(STRING, DATETIME) -> DOUBLE",
     "paisql_months_between(paisql_text_time($1, '$mode'), CAST($2 AS TIMESTAMP))"},
    {"lastday", "(DATETIME) -> DATETIME", "CAST(last_day(CAST($1 AS DATE)) AS TIMESTAMPTZ)"},
    {"last_day", "(STRING) -> STRING",
     "CAST(last_day(CAST(paisql_text_time($1, 'null') AS DATE)) AS VARCHAR)"},
    {"last_day", "(DATE) -> STRING", "CAST(last_day($1) AS VARCHAR)"},
    {"last_day", "(DATETIME) -> STRING", "CAST(last_day(CAST($1 AS DATE)) AS VARCHAR)"},
    {"next_day",
     "(STRING, STRING) -> STRING",
     "paisql_next_day(CAST(paisql_text_time($1, 'null') AS DATE), $2)",
     {.bad = "$2 IS NOT NULL AND paisql_weekday_number($2) IS NULL"}},
    {"next_day",
     "(DATE, STRING) -> STRING",
     "paisql_next_day($1, $2)",
     {.bad = "$2 IS NOT NULL AND paisql_weekday_number($2) IS NULL"}},
    {"next_day",
     "(DATETIME, STRING) -> STRING",
     "paisql_next_day(CAST($1 AS DATE), $2)",
     {.bad = "$2 IS NOT NULL AND paisql_weekday_number($2) IS NULL"}},
};

}  // namespace

const std::span<const Spelling> kDateArithmeticSpelling = kDateArithmeticRows;

}  // namespace paisql::engine
