#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

using modes::kHive;
using modes::kNotOdps1;

// A function that does not list STRING takes a text where the mode converts it by itself.
constexpr Overload kDateadd[] = {
    {"(DATETIME, BIGINT, const STRING) -> DATETIME"},
    {"(DATE, BIGINT, const STRING) -> DATE"},
    {"(TIMESTAMP, BIGINT, const STRING) -> TIMESTAMP"},
    {"(TIMESTAMP_NTZ, BIGINT, const STRING) -> TIMESTAMP_NTZ"},
};
constexpr Overload kDatediff[] = {
    {"(DATETIME, DATETIME) -> BIGINT", kNotOdps1},
    {"(DATETIME, DATETIME, const STRING) -> BIGINT"},
    Total("(DATE, DATE) -> BIGINT", kNotOdps1),
    {"(DATE, DATE, const STRING) -> BIGINT"},
    {"(TIMESTAMP, TIMESTAMP) -> BIGINT", kNotOdps1},
    {"(TIMESTAMP, TIMESTAMP, const STRING) -> BIGINT"},
    {"(STRING, STRING) -> BIGINT", kHive},
};
constexpr Overload kDatetrunc[] = {
    {"(DATETIME, const STRING) -> DATETIME"},
    {"(DATE, const STRING) -> DATE"},
    {"(TIMESTAMP, const STRING) -> TIMESTAMP"},
    {"(TIMESTAMP, const STRING, STRING) -> TIMESTAMP"},
    {"(TIMESTAMP_NTZ, const STRING) -> TIMESTAMP_NTZ"},
};
constexpr Overload kDateAdd[] = {
    {"(DATE, BIGINT) -> DATE"},
    {"(DATETIME, BIGINT) -> DATE"},
    {"(STRING, BIGINT) -> DATE"},
};
constexpr Overload kDateSub[] = {
    {"(DATE, BIGINT) -> DATE"},
    {"(DATETIME, BIGINT) -> DATE"},
    {"(STRING, BIGINT) -> DATE"},
};
constexpr Overload kAddMonths[] = {
    {"(STRING, BIGINT) -> STRING", kNotOdps1},
    {"(DATE, BIGINT) -> STRING", kNotOdps1},
    {"(DATETIME, BIGINT) -> STRING", kNotOdps1},
};
constexpr Overload kMonthsBetween[] = {
    {"(STRING, STRING) -> DOUBLE", kNotOdps1},
    {"(DATETIME, DATETIME) -> DOUBLE", kNotOdps1},
    {"(DATETIME, STRING) -> DOUBLE", kNotOdps1},
    {"(STRING, DATETIME) -> DOUBLE", kNotOdps1},
};
constexpr Overload kLastday[] = {{"(DATETIME) -> DATETIME"}};
constexpr Overload kLastDay[] = {
    {"(STRING) -> STRING", kNotOdps1},
    {"(DATE) -> STRING", kNotOdps1},
    {"(DATETIME) -> STRING", kNotOdps1},
};
constexpr Guard kNoWeekday = {"in function next_day, $2 is not the name of a weekday"};
constexpr Overload kNextDay[] = {
    {"(STRING, STRING) -> STRING", kNotOdps1, &kNoWeekday},
    {"(DATE, STRING) -> STRING", kNotOdps1, &kNoWeekday},
    {"(DATETIME, STRING) -> STRING", kNotOdps1, &kNoWeekday},
};

constexpr Function kDateArithmeticFunctions[] = {
    {"dateadd", kScalar, kDateadd, "DATEADD(datetime, n, part): month ends are kept within months"},
    {"datediff", kScalar, kDatediff,
     "DATEDIFF(a, b[, part]): a - b, both cut to the part, a day by default"},
    {"datetrunc", kScalar, kDatetrunc,
     "DATETRUNC(datetime, part[, zone]): part also 'week(friday)'; a zone for TIMESTAMP"},
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

std::span<const Function> DateArithmeticFunctions() { return kDateArithmeticFunctions; }

}  // namespace paisql::functions
