#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

using modes::kHive;
using modes::kNotOdps1;

// Fields of a STRING are NULL in every mode unless it is "yyyy-mm-dd[ hh:mi:ss]": the pages say so.
constexpr Overload kYear[] = {
    {"(DATE) -> INT", kNotOdps1},
    {"(DATETIME) -> INT", kNotOdps1},
    {"(STRING) -> INT", kNotOdps1},
};
constexpr Overload kQuarter[] = {
    {"(DATE) -> INT", kNotOdps1},
    {"(DATETIME) -> INT", kNotOdps1},
    {"(STRING) -> INT", kNotOdps1},
};
constexpr Overload kMonth[] = {
    {"(DATE) -> INT", kNotOdps1},
    {"(DATETIME) -> INT", kNotOdps1},
    {"(STRING) -> INT", kNotOdps1},
};
constexpr Overload kDay[] = {
    {"(DATE) -> INT", kNotOdps1},
    {"(DATETIME) -> INT", kNotOdps1},
    {"(STRING) -> INT", kNotOdps1},
};
constexpr Overload kHour[] = {
    {"(DATETIME) -> INT", kNotOdps1},
    {"(STRING) -> INT", kNotOdps1},
};
constexpr Overload kMinute[] = {
    {"(DATETIME) -> INT", kNotOdps1},
    {"(STRING) -> INT", kNotOdps1},
};
constexpr Overload kSecond[] = {
    {"(DATETIME) -> INT", kNotOdps1},
    {"(STRING) -> INT", kNotOdps1},
};
constexpr Overload kDayOfWeek[] = {
    {"(DATE) -> INT", kNotOdps1},
    {"(DATETIME) -> INT", kNotOdps1},
    {"(STRING) -> INT", kNotOdps1},
};
constexpr Overload kDayOfYear[] = {
    {"(DATE) -> INT", kNotOdps1},
    {"(DATETIME) -> INT", kNotOdps1},
    {"(STRING) -> INT", kNotOdps1},
};
constexpr Overload kDatepart[] = {{"(DATETIME, const STRING) -> BIGINT"}};
constexpr Overload kExtract[] = {
    {"(const STRING, DATETIME) -> INT", kNotOdps1},
    {"(const STRING, STRING) -> INT", kNotOdps1},
};
constexpr Overload kWeekday[] = {
    {"(DATETIME) -> BIGINT"},
    {"(STRING) -> BIGINT", kHive},
};
constexpr Overload kWeekofyear[] = {
    {"(DATETIME) -> BIGINT"},
    {"(STRING) -> BIGINT"},
};

constexpr Function kDateFieldFunctions[] = {
    {"year", kScalar, kYear, "YEAR(date): calendar year"},
    {"quarter", kScalar, kQuarter, "QUARTER(date): 1 to 4"},
    {"month", kScalar, kMonth, "MONTH(date): 1 to 12"},
    {"day", kScalar, kDay, "DAY(date): day of the month"},
    {"dayofmonth", kScalar, kDay, "DAYOFMONTH(date): DAY", &kNoFlags, "day"},
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

std::span<const Function> DateFieldFunctions() { return kDateFieldFunctions; }

}  // namespace paisql::functions
