#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

using modes::kHive;
using modes::kNotOdps1;

// Fields of a text are NULL in every mode where it is no "yyyy-mm-dd[ hh:mi:ss]": the pages say so.
constexpr Overload kYear[] = {
    {"(DATE) -> INT", "CAST(year($1) AS INTEGER)", "", kNotOdps1},
    {"(DATETIME) -> INT", "CAST(year($1) AS INTEGER)", "", kNotOdps1},
    {"(STRING) -> INT", "CAST(year(paisql_text_time($1, 'null')) AS INTEGER)", "", kNotOdps1},
};
constexpr Overload kQuarter[] = {
    {"(DATE) -> INT", "CAST(quarter($1) AS INTEGER)", "", kNotOdps1},
    {"(DATETIME) -> INT", "CAST(quarter($1) AS INTEGER)", "", kNotOdps1},
    {"(STRING) -> INT", "CAST(quarter(paisql_text_time($1, 'null')) AS INTEGER)", "", kNotOdps1},
};
constexpr Overload kMonth[] = {
    {"(DATE) -> INT", "CAST(month($1) AS INTEGER)", "", kNotOdps1},
    {"(DATETIME) -> INT", "CAST(month($1) AS INTEGER)", "", kNotOdps1},
    {"(STRING) -> INT", "CAST(month(paisql_text_time($1, 'null')) AS INTEGER)", "", kNotOdps1},
};
constexpr Overload kDay[] = {
    {"(DATE) -> INT", "CAST(day($1) AS INTEGER)", "", kNotOdps1},
    {"(DATETIME) -> INT", "CAST(day($1) AS INTEGER)", "", kNotOdps1},
    {"(STRING) -> INT", "CAST(day(paisql_text_time($1, 'null')) AS INTEGER)", "", kNotOdps1},
};
constexpr Overload kHour[] = {
    {"(DATETIME) -> INT", "CAST(hour($1) AS INTEGER)", "", kNotOdps1},
    {"(STRING) -> INT", "CAST(hour(paisql_text_time($1, 'null')) AS INTEGER)", "", kNotOdps1},
};
constexpr Overload kMinute[] = {
    {"(DATETIME) -> INT", "CAST(minute($1) AS INTEGER)", "", kNotOdps1},
    {"(STRING) -> INT", "CAST(minute(paisql_text_time($1, 'null')) AS INTEGER)", "", kNotOdps1},
};
constexpr Overload kSecond[] = {
    {"(DATETIME) -> INT", "CAST(second($1) AS INTEGER)", "", kNotOdps1},
    {"(STRING) -> INT", "CAST(second(paisql_text_time($1, 'null')) AS INTEGER)", "", kNotOdps1},
};
constexpr Overload kDayOfWeek[] = {
    {"(DATE) -> INT", "CAST(dayofweek($1) + 1 AS INTEGER)", "", kNotOdps1},
    {"(DATETIME) -> INT", "CAST(dayofweek($1) + 1 AS INTEGER)", "", kNotOdps1},
    {"(STRING) -> INT", "CAST(dayofweek(paisql_text_time($1, 'null')) + 1 AS INTEGER)", "",
     kNotOdps1},
};
constexpr Overload kDayOfYear[] = {
    {"(DATE) -> INT", "CAST(dayofyear($1) AS INTEGER)", "", kNotOdps1},
    {"(DATETIME) -> INT", "CAST(dayofyear($1) AS INTEGER)", "", kNotOdps1},
    {"(STRING) -> INT", "CAST(dayofyear(paisql_text_time($1, 'null')) AS INTEGER)", "", kNotOdps1},
};
constexpr Overload kDatepart[] = {
    {"(DATETIME, const STRING) -> BIGINT", "paisql_datepart($1, $2)"},
};
constexpr Overload kExtract[] = {
    {"(const STRING, DATETIME) -> INT", "CAST(paisql_datepart($2, $1) AS INTEGER)", "", kNotOdps1},
    {"(const STRING, STRING) -> INT",
     "CAST(paisql_datepart(paisql_text_time($2, 'null'), $1) AS INTEGER)", "", kNotOdps1},
};
constexpr Overload kWeekday[] = {{"(DATETIME) -> BIGINT", "(isodow($1) - 1)"}};
constexpr Overload kWeekofyear[] = {
    {"(DATETIME) -> BIGINT", "weekofyear($1)"},
    {"(STRING) -> BIGINT", "weekofyear(paisql_text_time($1, 'null'))", "", kHive},
};

constexpr FunctionKind kScalar = FunctionKind::kScalar;

constexpr Function kTable[] = {
    {"year", kScalar, kYear, "YEAR(date): calendar year"},
    {"quarter", kScalar, kQuarter, "QUARTER(date): 1 to 4"},
    {"month", kScalar, kMonth, "MONTH(date): 1 to 12"},
    {"day", kScalar, kDay, "DAY(date): day of the month"},
    {"dayofmonth", kScalar, kDay, "DAYOFMONTH(date): DAY", {}, "day"},
    {"hour", kScalar, kHour, "HOUR(date): 0 to 23"},
    {"minute", kScalar, kMinute, "MINUTE(date): 0 to 59"},
    {"second", kScalar, kSecond, "SECOND(date): 0 to 59"},
    {"dayofweek", kScalar, kDayOfWeek, "DAYOFWEEK(date): 1 on Sunday to 7 on Saturday"},
    {"dayofyear", kScalar, kDayOfYear, "DAYOFYEAR(date): 1 to 366"},
    {"datepart", kScalar, kDatepart, "DATEPART(datetime, part): a BIGINT"},
    {"extract", kScalar, kExtract, "EXTRACT(part FROM datetime)"},
    {"weekday", kScalar, kWeekday, "WEEKDAY(datetime): 0 on Monday to 6 on Sunday"},
    {"weekofyear", kScalar, kWeekofyear, "WEEKOFYEAR(datetime): the ISO week"},
};

}  // namespace

std::span<const Function> DateFieldFunctions() { return kTable; }

}  // namespace paisql::functions
