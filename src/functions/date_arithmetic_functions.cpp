#include "functions/tables.h"

namespace paisql::functions {
namespace {

// Dates and times reach the templates as DATETIME, an instant that DuckDB shows in the session's
// zone. A text is taken as "yyyy-mm-dd hh:mi:ss" in every edition: the platform's pages for these
// functions print such calls.
constexpr Overload kDateadd[] = {
    {"(DATETIME, BIGINT, const STRING) -> DATETIME",
     "paisql_datetime_range(paisql_dateadd($1, $2, $3))"},
    {"(DATE, BIGINT, const STRING) -> DATE", "paisql_dateadd_date($1, $2, $3)"},
    {"(TIMESTAMP, BIGINT, const STRING) -> TIMESTAMP",
     "paisql_to_timestamp(paisql_dateadd(paisql_from_timestamp($1), $2, $3))"},
};
constexpr Overload kDatediff[] = {
    {"(DATETIME, DATETIME) -> BIGINT", "date_diff('day', $2, $1)"},
    {"(DATETIME, DATETIME, const STRING) -> BIGINT", "date_diff(paisql_datepart_name($3), $2, $1)"},
    {"(DATE, DATE) -> BIGINT", "($1 - $2)"},
    {"(DATE, DATE, const STRING) -> BIGINT", "date_diff(paisql_datepart_name($3), $2, $1)"},
};
constexpr Overload kDatetrunc[] = {
    {"(DATETIME, const STRING) -> DATETIME", "date_trunc(paisql_datepart_name($2), $1)"},
    {"(DATE, const STRING) -> DATE", "CAST(date_trunc(paisql_datepart_name($2), $1) AS DATE)"},
    {"(TIMESTAMP, const STRING) -> TIMESTAMP",
     "paisql_to_timestamp(date_trunc(paisql_datepart_name($2), paisql_from_timestamp($1)))"},
};
constexpr Overload kDateAdd[] = {
    {"(DATE, BIGINT) -> DATE", "paisql_date_range($1 + paisql_whole_days($2))"},
    {"(DATETIME, BIGINT) -> DATE", "paisql_date_range(CAST($1 AS DATE) + paisql_whole_days($2))"},
    {"(STRING, BIGINT) -> DATE",
     "paisql_date_range(CAST(paisql_text_datetime($1) AS DATE) + paisql_whole_days($2))"},
};
constexpr Overload kDateSub[] = {
    {"(DATE, BIGINT) -> DATE", "paisql_date_range($1 - paisql_whole_days($2))"},
    {"(DATETIME, BIGINT) -> DATE", "paisql_date_range(CAST($1 AS DATE) - paisql_whole_days($2))"},
    {"(STRING, BIGINT) -> DATE",
     "paisql_date_range(CAST(paisql_text_datetime($1) AS DATE) - paisql_whole_days($2))"},
};
constexpr Overload kAddMonths[] = {
    {"(STRING, BIGINT) -> STRING", "paisql_add_months(paisql_text_datetime($1), $2)"},
    {"(DATE, BIGINT) -> STRING", "paisql_add_months($1, $2)"},
    {"(DATETIME, BIGINT) -> STRING", "paisql_add_months($1, $2)"},
};
constexpr Overload kMonthsBetween[] = {
    {"(STRING, STRING) -> DOUBLE",
     "paisql_months_between(paisql_text_datetime($1), paisql_text_datetime($2))"},
    {"(DATETIME, DATETIME) -> DOUBLE", "paisql_months_between($1, $2)"},
};
constexpr Overload kLastday[] = {
    {"(DATETIME) -> DATETIME", "CAST(last_day(CAST($1 AS DATE)) AS TIMESTAMPTZ)"}};
constexpr Overload kLastDay[] = {
    {"(STRING) -> STRING", "CAST(last_day(CAST(paisql_text_datetime($1) AS DATE)) AS VARCHAR)"},
    {"(DATE) -> DATE", "last_day($1)"},
    {"(DATETIME) -> DATE", "last_day(CAST($1 AS DATE))"},
};
constexpr Overload kNextDay[] = {
    {"(STRING, STRING) -> STRING", "paisql_next_day(CAST(paisql_text_datetime($1) AS DATE), $2)"},
    {"(DATE, STRING) -> STRING", "paisql_next_day($1, $2)"},
    {"(DATETIME, STRING) -> STRING", "paisql_next_day(CAST($1 AS DATE), $2)"},
};

constexpr FunctionKind kScalar = FunctionKind::kScalar;
constexpr FunctionFlags kTextAsDatetime = {.text_as_datetime = true};

constexpr Function kTable[] = {
    {"dateadd", kScalar, kDateadd, "DATEADD(datetime, n, part): month ends are kept within months",
     kTextAsDatetime},
    {"datediff", kScalar, kDatediff,
     "DATEDIFF(a, b[, part]): a - b, both cut to the part, a day by default", kTextAsDatetime},
    {"datetrunc", kScalar, kDatetrunc, "DATETRUNC(datetime, part)", kTextAsDatetime},
    {"date_add", kScalar, kDateAdd, "DATE_ADD(date, days): a DATE"},
    {"date_sub", kScalar, kDateSub, "DATE_SUB(date, days): a DATE"},
    {"add_months", kScalar, kAddMonths, "ADD_MONTHS(date, n): a text yyyy-mm-dd"},
    {"months_between", kScalar, kMonthsBetween,
     "MONTHS_BETWEEN(a, b): a - b in months of 31 days, whole between equal days or month ends"},
    {"lastday", kScalar, kLastday, "LASTDAY(datetime): the month's last day at midnight",
     kTextAsDatetime},
    {"last_day", kScalar, kLastDay, "LAST_DAY(date): the month's last day"},
    {"next_day", kScalar, kNextDay, "NEXT_DAY(date, 'TU' | 'TUE' | 'TUESDAY'): a text yyyy-mm-dd"},
};

}  // namespace

std::span<const Function> DateArithmeticFunctions() { return kTable; }

}  // namespace paisql::functions
