#include "functions/tables.h"

namespace paisql::functions {
namespace {

// Decisions where the platform's documents are silent:
// - Integer overflow is an error (ODPS-0121145): DuckDB raises it, and wrapping round would be a
// silent wrong
//   answer. The types are those of the operands, so INT + INT is an INT.
// - Division by zero is an error (ODPS-0121095) for / % and DIV alike. The platform's own text
// "encounter runtime
//   exception while evaluating function /, detailed message: DIVIDE func result overflow, two
//   params are 1.000000 and 0.000000" is published; that newer editions answer NULL is hearsay.
constexpr Overload kEqual[] = {{"(T, T) -> BOOLEAN", "($1 = $2)"}};
constexpr Overload kNotEqual[] = {{"(T, T) -> BOOLEAN", "($1 <> $2)"}};
constexpr Overload kLess[] = {{"(T, T) -> BOOLEAN", "($1 < $2)"}};
constexpr Overload kLessEqual[] = {{"(T, T) -> BOOLEAN", "($1 <= $2)"}};
constexpr Overload kGreater[] = {{"(T, T) -> BOOLEAN", "($1 > $2)"}};
constexpr Overload kGreaterEqual[] = {{"(T, T) -> BOOLEAN", "($1 >= $2)"}};
constexpr Overload kNotDistinct[] = {{"(T, T) -> BOOLEAN", "($1 IS NOT DISTINCT FROM $2)"}};
constexpr Overload kDistinct[] = {{"(T, T) -> BOOLEAN", "($1 IS DISTINCT FROM $2)"}};
constexpr Overload kIn[] = {{"(T, T...) -> BOOLEAN", "($1 IN ($2*))"}};
constexpr Overload kBetween[] = {{"(T, T, T) -> BOOLEAN", "($1 BETWEEN $2 AND $3)"}};

constexpr Overload kAnd[] = {{"(BOOLEAN, BOOLEAN) -> BOOLEAN", "($1 AND $2)"}};
constexpr Overload kOr[] = {{"(BOOLEAN, BOOLEAN) -> BOOLEAN", "($1 OR $2)"}};
constexpr Overload kNot[] = {{"(BOOLEAN) -> BOOLEAN", "(NOT $1)"}};
constexpr Overload kIsNull[] = {{"(ANY) -> BOOLEAN", "($1 IS NULL)"}};
constexpr Overload kIsNotNull[] = {{"(ANY) -> BOOLEAN", "($1 IS NOT NULL)"}};
constexpr Overload kIsTrue[] = {{"(BOOLEAN) -> BOOLEAN", "($1 IS NOT DISTINCT FROM true)"}};
constexpr Overload kIsNotTrue[] = {{"(BOOLEAN) -> BOOLEAN", "($1 IS DISTINCT FROM true)"}};
constexpr Overload kIsFalse[] = {{"(BOOLEAN) -> BOOLEAN", "($1 IS NOT DISTINCT FROM false)"}};
constexpr Overload kIsNotFalse[] = {{"(BOOLEAN) -> BOOLEAN", "($1 IS DISTINCT FROM false)"}};

// The plain spelling is for patterns without a backslash: DuckDB turns those into prefix and
// substring searches.
constexpr Overload kLike[] = {{"(STRING, STRING) -> BOOLEAN", R"(($1 LIKE $2 ESCAPE '\'))"}};
constexpr Overload kLikePlain[] = {{"(STRING, STRING) -> BOOLEAN", "($1 LIKE $2)"}};
constexpr Overload kLikeEscape[] = {
    {"(STRING, STRING, STRING) -> BOOLEAN", "($1 LIKE $2 ESCAPE $3)"}};
constexpr Overload kRlike[] = {{"(STRING, STRING) -> BOOLEAN", "paisql_rlike($1, $2)"}};

// Times and intervals. A DATETIME is an instant: months count by the calendar of the session's
// zone, days and smaller units are exact.
constexpr Overload kAdd[] = {
    {"(DATE, INTERVAL_YEAR_MONTH) -> DATE", "paisql_date_range(CAST($1 + $2 AS DATE))"},
    {"(DATETIME, INTERVAL_YEAR_MONTH) -> DATETIME", "paisql_datetime_range($1 + $2)"},
    {"(DATETIME, INTERVAL_DAY_TIME) -> DATETIME", "paisql_datetime_range($1 + $2)"},
    {"(TIMESTAMP, INTERVAL_YEAR_MONTH) -> TIMESTAMP", "paisql_timestamp_months($1, $2)"},
    {"(TIMESTAMP, INTERVAL_DAY_TIME) -> TIMESTAMP", "paisql_timestamp_plus($1, $2)"},
    {"(TIMESTAMP_NTZ, INTERVAL_YEAR_MONTH) -> TIMESTAMP_NTZ", "paisql_timestamp_plus($1, $2)"},
    {"(TIMESTAMP_NTZ, INTERVAL_DAY_TIME) -> TIMESTAMP_NTZ", "paisql_timestamp_plus($1, $2)"},
    {"(INTERVAL_YEAR_MONTH, INTERVAL_YEAR_MONTH) -> INTERVAL_YEAR_MONTH", "($1 + $2)"},
    {"(INTERVAL_DAY_TIME, INTERVAL_DAY_TIME) -> INTERVAL_DAY_TIME", "($1 + $2)"},
    {"(TINYINT, TINYINT) -> TINYINT", "($1 + $2)"},
    {"(SMALLINT, SMALLINT) -> SMALLINT", "($1 + $2)"},
    {"(INT, INT) -> INT", "($1 + $2)"},
    {"(BIGINT, BIGINT) -> BIGINT", "($1 + $2)"},
    {"(FLOAT, FLOAT) -> FLOAT", "($1 + $2)"},
    {"(DOUBLE, DOUBLE) -> DOUBLE", "($1 + $2)"},
    {"(DECIMAL, DECIMAL) -> DECIMAL", "CAST($1 + $2 AS $type)"},
};
constexpr Overload kSubtract[] = {
    {"(DATE, INTERVAL_YEAR_MONTH) -> DATE", "paisql_date_range(CAST($1 - $2 AS DATE))"},
    {"(DATETIME, INTERVAL_YEAR_MONTH) -> DATETIME", "paisql_datetime_range($1 - $2)"},
    {"(DATETIME, INTERVAL_DAY_TIME) -> DATETIME", "paisql_datetime_range($1 - $2)"},
    {"(TIMESTAMP, INTERVAL_YEAR_MONTH) -> TIMESTAMP", "paisql_timestamp_months($1, (- $2))"},
    {"(TIMESTAMP, INTERVAL_DAY_TIME) -> TIMESTAMP", "paisql_timestamp_plus($1, (- $2))"},
    {"(TIMESTAMP_NTZ, INTERVAL_YEAR_MONTH) -> TIMESTAMP_NTZ", "paisql_timestamp_plus($1, (- $2))"},
    {"(TIMESTAMP_NTZ, INTERVAL_DAY_TIME) -> TIMESTAMP_NTZ", "paisql_timestamp_plus($1, (- $2))"},
    {"(INTERVAL_YEAR_MONTH, INTERVAL_YEAR_MONTH) -> INTERVAL_YEAR_MONTH", "($1 - $2)"},
    {"(INTERVAL_DAY_TIME, INTERVAL_DAY_TIME) -> INTERVAL_DAY_TIME", "($1 - $2)"},
    {"(TINYINT, TINYINT) -> TINYINT", "($1 - $2)"},
    {"(SMALLINT, SMALLINT) -> SMALLINT", "($1 - $2)"},
    {"(INT, INT) -> INT", "($1 - $2)"},
    {"(BIGINT, BIGINT) -> BIGINT", "($1 - $2)"},
    {"(FLOAT, FLOAT) -> FLOAT", "($1 - $2)"},
    {"(DOUBLE, DOUBLE) -> DOUBLE", "($1 - $2)"},
    {"(DECIMAL, DECIMAL) -> DECIMAL", "CAST($1 - $2 AS $type)"},
};
constexpr Overload kMultiply[] = {
    {"(TINYINT, TINYINT) -> TINYINT", "($1 * $2)"},
    {"(SMALLINT, SMALLINT) -> SMALLINT", "($1 * $2)"},
    {"(INT, INT) -> INT", "($1 * $2)"},
    {"(BIGINT, BIGINT) -> BIGINT", "($1 * $2)"},
    {"(FLOAT, FLOAT) -> FLOAT", "($1 * $2)"},
    {"(DOUBLE, DOUBLE) -> DOUBLE", "($1 * $2)"},
    {"(DECIMAL, DECIMAL) -> DECIMAL", "$decimal($1 * $2)"},
};
constexpr Overload kDivide[] = {
    {"(DOUBLE, DOUBLE) -> DOUBLE", "paisql_divide($1, $2)"},
    {"(DECIMAL, DECIMAL) -> DECIMAL", "$decimal($1 / $2)"},
};
constexpr Overload kModulo[] = {
    {"(TINYINT, TINYINT) -> TINYINT", "paisql_modulo_whole($1, $2)"},
    {"(SMALLINT, SMALLINT) -> SMALLINT", "paisql_modulo_whole($1, $2)"},
    {"(INT, INT) -> INT", "paisql_modulo_whole($1, $2)"},
    {"(BIGINT, BIGINT) -> BIGINT", "paisql_modulo_whole($1, $2)"},
    {"(FLOAT, FLOAT) -> FLOAT", "paisql_modulo($1, $2)"},
    {"(DOUBLE, DOUBLE) -> DOUBLE", "paisql_modulo($1, $2)"},
    {"(DECIMAL, DECIMAL) -> DECIMAL", "CAST(paisql_modulo($1, $2) AS $type)"},
};
constexpr Overload kDiv[] = {
    {"(TINYINT, TINYINT) -> TINYINT", "paisql_div($1, $2)"},
    {"(SMALLINT, SMALLINT) -> SMALLINT", "paisql_div($1, $2)"},
    {"(INT, INT) -> INT", "paisql_div($1, $2)"},
    {"(BIGINT, BIGINT) -> BIGINT", "paisql_div($1, $2)"},
    {"(DOUBLE, DOUBLE) -> BIGINT", "CAST(trunc(paisql_divide($1, $2)) AS BIGINT)"},
};
constexpr Overload kNegate[] = {
    {"(TINYINT) -> TINYINT", "(- $1)"},
    {"(SMALLINT) -> SMALLINT", "(- $1)"},
    {"(INT) -> INT", "(- $1)"},
    {"(BIGINT) -> BIGINT", "(- $1)"},
    {"(FLOAT) -> FLOAT", "(- $1)"},
    {"(DOUBLE) -> DOUBLE", "(- $1)"},
    {"(DECIMAL) -> DECIMAL", "(- $1)"},
    {"(INTERVAL_YEAR_MONTH) -> INTERVAL_YEAR_MONTH", "(- $1)"},
    {"(INTERVAL_DAY_TIME) -> INTERVAL_DAY_TIME", "(- $1)"},
};
constexpr Overload kPlusDays[] = {
    {"(DATE, BIGINT) -> DATE",
     "paisql_date_range(CAST($1 + to_days(CAST($2 AS INTEGER)) AS DATE))"},
};

constexpr Overload kBitAnd[] = {{"(BIGINT, BIGINT) -> BIGINT", "($1 & $2)"}};
constexpr Overload kBitOr[] = {{"(BIGINT, BIGINT) -> BIGINT", "($1 | $2)"}};
constexpr Overload kBitXor[] = {{"(BIGINT, BIGINT) -> BIGINT", "xor($1, $2)"}};
constexpr Overload kBitNot[] = {{"(BIGINT) -> BIGINT", "(~ $1)"}};

constexpr Overload kConcatenate[] = {{"(STRING, STRING) -> STRING", "($1 || $2)"}};
constexpr Overload kIndex[] = {
    {"(ARRAY<T>, BIGINT) -> T", "paisql_index($1, $2)"},
    {"(MAP<K,V>, K) -> V", "($1[$2])"},
};

constexpr FunctionKind kOperator = FunctionKind::kOperator;
constexpr FunctionFlags kCompares = {.compares = true};
constexpr FunctionFlags kKeepsFamily = {.keeps_family = true};

constexpr Function kTable[] = {
    {"=", kOperator, kEqual, "equal; NULL when a side is NULL", kCompares},
    {"<>", kOperator, kNotEqual, "not equal; NULL when a side is NULL", kCompares},
    {"<", kOperator, kLess, "less", kCompares},
    {"<=", kOperator, kLessEqual, "less or equal", kCompares},
    {">", kOperator, kGreater, "greater", kCompares},
    {">=", kOperator, kGreaterEqual, "greater or equal", kCompares},
    {"<=>", kOperator, kNotDistinct, "equal, or both NULL", kCompares},
    {"is_not_distinct_from", kOperator, kNotDistinct, "equal, or both NULL", kCompares},
    {"is_distinct_from", kOperator, kDistinct, "not equal, NULL being a value", kCompares},
    {"in", kOperator, kIn, "equal to one of the list", kCompares},
    {"between", kOperator, kBetween, "within both bounds, bounds included", kCompares},
    {"and", kOperator, kAnd, "three-valued AND"},
    {"or", kOperator, kOr, "three-valued OR"},
    {"not", kOperator, kNot, "three-valued NOT"},
    {"is_null", kOperator, kIsNull, "is NULL"},
    {"is_not_null", kOperator, kIsNotNull, "is not NULL"},
    {"is_true", kOperator, kIsTrue, "is true"},
    {"is_not_true", kOperator, kIsNotTrue, "is false or NULL"},
    {"is_false", kOperator, kIsFalse, "is false"},
    {"is_not_false", kOperator, kIsNotFalse, "is true or NULL"},
    {"like", kOperator, kLike, "matches % and _; a backslash escapes", kKeepsFamily},
    {"like_plain", kOperator, kLikePlain, "matches a pattern without a backslash", kKeepsFamily},
    {"like_escape", kOperator, kLikeEscape, "matches with an escape character", kKeepsFamily},
    {"rlike", kOperator, kRlike, "a part matches the regular expression", kKeepsFamily},
    {"+", kOperator, kAdd, "sum", {}, {}, "decimal_sum"},
    {"-", kOperator, kSubtract, "difference", {}, {}, "decimal_sum"},
    {"*", kOperator, kMultiply, "product"},
    {"/", kOperator, kDivide, "quotient, never an integer"},
    {"%", kOperator, kModulo, "remainder with the sign of the dividend"},
    {"div", kOperator, kDiv, "quotient cut to an integer"},
    {"negate", kOperator, kNegate, "negative"},
    {"plus_days", kOperator, kPlusDays, "DATE plus whole days of an INTERVAL"},
    {"bit_and", kOperator, kBitAnd, "bitwise and", kKeepsFamily},
    {"bit_or", kOperator, kBitOr, "bitwise or", kKeepsFamily},
    {"bit_xor", kOperator, kBitXor, "bitwise exclusive or", kKeepsFamily},
    {"bit_not", kOperator, kBitNot, "bitwise complement", kKeepsFamily},
    {"||", kOperator, kConcatenate, "both texts; NULL when a side is NULL"},
    {"index", kOperator, kIndex, "element by 0-based position or by key; NULL when absent"},
};

}  // namespace

std::span<const Function> Operators() { return kTable; }

}  // namespace paisql::functions
