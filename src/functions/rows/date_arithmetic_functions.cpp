#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

using modes::kHive;
using modes::kNotOdps1;

// Dates and times reach the templates as DATETIME, an instant that DuckDB shows in the session's
// zone. A function that does not list STRING takes a text where the mode converts it by itself.
constexpr Overload kDateadd[] = {
    {"(DATETIME, BIGINT, const STRING) -> DATETIME",
     "paisql_datetime_range(paisql_datetime_add($1, $2, $3), '$mode')"},
    {"(DATE, BIGINT, const STRING) -> DATE", "paisql_dateadd_date($1, $2, $3, '$mode')"},
    {"(TIMESTAMP, BIGINT, const STRING) -> TIMESTAMP",
     "paisql_timestamp_dateadd($1, $2, $3, '$mode')"},
    {"(TIMESTAMP_NTZ, BIGINT, const STRING) -> TIMESTAMP_NTZ",
     "paisql_ntz_dateadd($1, $2, $3, '$mode')"},
};
constexpr Overload kDatediff[] = {
    {"(DATETIME, DATETIME) -> BIGINT", "date_diff('day', $2, $1)", "", kNotOdps1},
    {"(DATETIME, DATETIME, const STRING) -> BIGINT", "paisql_datediff($1, $2, $3)"},
    {"(DATE, DATE) -> BIGINT", "($1 - $2)", "", kNotOdps1},
    {"(DATE, DATE, const STRING) -> BIGINT", "paisql_datediff($1, $2, $3)"},
    {"(TIMESTAMP, TIMESTAMP) -> BIGINT",
     "date_diff('day', paisql_from_timestamp($2), paisql_from_timestamp($1))", "", kNotOdps1},
    {"(TIMESTAMP, TIMESTAMP, const STRING) -> BIGINT",
     "paisql_datediff(paisql_from_timestamp($1), paisql_from_timestamp($2), $3)"},
    {"(STRING, STRING) -> BIGINT",
     "date_diff('day', paisql_text_time($2, '$mode'), paisql_text_time($1, '$mode'))", "", kHive},
};
constexpr Overload kDatetrunc[] = {
    {"(DATETIME, const STRING) -> DATETIME", "date_trunc(paisql_datepart_name($2), $1)"},
    {"(DATE, const STRING) -> DATE", "CAST(date_trunc(paisql_datepart_name($2), $1) AS DATE)"},
    {"(TIMESTAMP, const STRING) -> TIMESTAMP", "paisql_timestamp_trunc($1, $2)"},
    {"(TIMESTAMP_NTZ, const STRING) -> TIMESTAMP_NTZ", "paisql_ntz_trunc($1, $2)"},
};
constexpr Overload kDateAdd[] = {
    {"(DATE, BIGINT) -> DATE", "paisql_date_range($1 + paisql_whole_days($2), '$mode')"},
    {"(DATETIME, BIGINT) -> DATE",
     "paisql_date_range(CAST($1 AS DATE) + paisql_whole_days($2), '$mode')"},
    {"(STRING, BIGINT) -> DATE",
     "paisql_date_range(CAST(paisql_text_time($1, '$mode') AS DATE) + paisql_whole_days($2), "
     "'$mode')"},
};
constexpr Overload kDateSub[] = {
    {"(DATE, BIGINT) -> DATE", "paisql_date_range($1 - paisql_whole_days($2), '$mode')"},
    {"(DATETIME, BIGINT) -> DATE",
     "paisql_date_range(CAST($1 AS DATE) - paisql_whole_days($2), '$mode')"},
    {"(STRING, BIGINT) -> DATE",
     "paisql_date_range(CAST(paisql_text_time($1, '$mode') AS DATE) - paisql_whole_days($2), "
     "'$mode')"},
};
constexpr Overload kAddMonths[] = {
    {"(STRING, BIGINT) -> STRING", "paisql_month_jump(paisql_text_time($1, 'null'), $2, '$mode')",
     "", kNotOdps1},
    {"(DATE, BIGINT) -> STRING", "paisql_month_jump($1, $2, '$mode')", "", kNotOdps1},
    {"(DATETIME, BIGINT) -> STRING", "paisql_month_jump($1, $2, '$mode')", "", kNotOdps1},
};
constexpr Overload kMonthsBetween[] = {
    {"(STRING, STRING) -> DOUBLE",
     "paisql_months_between(paisql_text_time($1, '$mode'), paisql_text_time($2, '$mode'))", "",
     kNotOdps1},
    {"(DATETIME, DATETIME) -> DOUBLE", "paisql_months_between($1, $2)", "", kNotOdps1},
    {"(DATETIME, STRING) -> DOUBLE",
     "paisql_months_between(CAST($1 AS TIMESTAMP), paisql_text_time($2, '$mode'))", "", kNotOdps1},
    {"(STRING, DATETIME) -> DOUBLE",
     "paisql_months_between(paisql_text_time($1, '$mode'), CAST($2 AS TIMESTAMP))", "", kNotOdps1},
};
constexpr Overload kLastday[] = {
    {"(DATETIME) -> DATETIME", "CAST(last_day(CAST($1 AS DATE)) AS TIMESTAMPTZ)"}};
constexpr Overload kLastDay[] = {
    {"(STRING) -> STRING", "CAST(last_day(CAST(paisql_text_time($1, 'null') AS DATE)) AS VARCHAR)",
     "", kNotOdps1},
    {"(DATE) -> STRING", "CAST(last_day($1) AS VARCHAR)", "", kNotOdps1},
    {"(DATETIME) -> STRING", "CAST(last_day(CAST($1 AS DATE)) AS VARCHAR)", "", kNotOdps1},
};
constexpr Guard kNoWeekday = {"$2 IS NOT NULL AND paisql_weekday_number($2) IS NULL",
                              "'in function next_day, ' || $2 || ' is not the name of a weekday'"};
constexpr Overload kNextDay[] = {
    {"(STRING, STRING) -> STRING",
     "paisql_next_day(CAST(paisql_text_time($1, 'null') AS DATE), $2)", "", kNotOdps1, &kNoWeekday},
    {"(DATE, STRING) -> STRING", "paisql_next_day($1, $2)", "", kNotOdps1, &kNoWeekday},
    {"(DATETIME, STRING) -> STRING", "paisql_next_day(CAST($1 AS DATE), $2)", "", kNotOdps1,
     &kNoWeekday},
};

constexpr FunctionKind kScalar = FunctionKind::kScalar;

constexpr Function kTable[] = {
    {"dateadd", kScalar, kDateadd, "DATEADD(datetime, n, part): month ends are kept within months"},
    {"datediff", kScalar, kDatediff,
     "DATEDIFF(a, b[, part]): a - b, both cut to the part, a day by default"},
    {"datetrunc", kScalar, kDatetrunc, "DATETRUNC(datetime, part)"},
    {"date_add", kScalar, kDateAdd, "DATE_ADD(date, days): a DATE"},
    {"date_sub", kScalar, kDateSub, "DATE_SUB(date, days): a DATE"},
    {"add_months", kScalar, kAddMonths, "ADD_MONTHS(date, n): a text yyyy-mm-dd"},
    {"months_between", kScalar, kMonthsBetween,
     "MONTHS_BETWEEN(a, b): a - b in months of 31 days, whole between equal days or month ends"},
    {"lastday", kScalar, kLastday, "LASTDAY(datetime): the month's last day at midnight"},
    {"last_day", kScalar, kLastDay, "LAST_DAY(date): the month's last day, a text yyyy-mm-dd"},
    {"next_day", kScalar, kNextDay, "NEXT_DAY(date, 'TU' | 'TUE' | 'TUESDAY'): a text yyyy-mm-dd"},
};

}  // namespace

std::span<const Function> DateArithmeticFunctions() { return kTable; }

}  // namespace paisql::functions
