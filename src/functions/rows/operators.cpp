#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

// An operator whose answer does not exist, because of an overflow or of a divisor of 0, follows the
// mode: NULL, an error in strict mode, in Hive-compatible mode a wrapped integer, an infinity, or
// NULL for a divisor of 0. The functions paisql_add_bigint_$mode and their like know the three
// (engine/duckdb/functions/arithmetic_functions.h). The types are those of the operands, so INT +
// INT is an INT.
//
// $near(…) compares DOUBLEs to 15 digits behind the point, as the platform does outside
// Hive-compatible mode (engine/duckdb/functions/near_comparison.h).
constexpr Overload kEqual[] = {
    {"(DOUBLE, DOUBLE) -> BOOLEAN", "$near($1 = $2)", "", modes::kNotHive},
    {"(T, T) -> BOOLEAN", "($1 = $2)"},
};
constexpr Overload kNotEqual[] = {
    {"(DOUBLE, DOUBLE) -> BOOLEAN", "$near($1 <> $2)", "", modes::kNotHive},
    {"(T, T) -> BOOLEAN", "($1 <> $2)"},
};
constexpr Overload kLess[] = {
    {"(DOUBLE, DOUBLE) -> BOOLEAN", "$near($1 < $2)", "", modes::kNotHive},
    {"(T, T) -> BOOLEAN", "($1 < $2)"},
};
constexpr Overload kLessEqual[] = {
    {"(DOUBLE, DOUBLE) -> BOOLEAN", "$near($1 <= $2)", "", modes::kNotHive},
    {"(T, T) -> BOOLEAN", "($1 <= $2)"},
};
constexpr Overload kGreater[] = {
    {"(DOUBLE, DOUBLE) -> BOOLEAN", "$near($1 > $2)", "", modes::kNotHive},
    {"(T, T) -> BOOLEAN", "($1 > $2)"},
};
constexpr Overload kGreaterEqual[] = {
    {"(DOUBLE, DOUBLE) -> BOOLEAN", "$near($1 >= $2)", "", modes::kNotHive},
    {"(T, T) -> BOOLEAN", "($1 >= $2)"},
};
constexpr Overload kNotDistinct[] = {{"(T, T) -> BOOLEAN", "($1 IS NOT DISTINCT FROM $2)"}};
constexpr Overload kDistinct[] = {{"(T, T) -> BOOLEAN", "($1 IS DISTINCT FROM $2)"}};
constexpr Overload kIn[] = {
    {"(DOUBLE, DOUBLE...) -> BOOLEAN", "$near($1 IN $1, $2*)", "", modes::kNotHive},
    {"(T, T...) -> BOOLEAN", "($1 IN ($2*))"},
};
constexpr Overload kBetween[] = {
    {"(DOUBLE, DOUBLE, DOUBLE) -> BOOLEAN", "$near($1 BETWEEN $2 AND $3)", "", modes::kNotHive},
    {"(T, T, T) -> BOOLEAN", "($1 BETWEEN $2 AND $3)"},
};

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
    {"(DATE, INTERVAL_YEAR_MONTH) -> DATE", "paisql_date_range(CAST($1 + $2 AS DATE), '$mode')"},
    {"(DATETIME, INTERVAL_YEAR_MONTH) -> DATETIME", "paisql_datetime_range($1 + $2, '$mode')"},
    {"(DATETIME, INTERVAL_DAY_TIME) -> DATETIME", "paisql_datetime_range($1 + $2, '$mode')"},
    {"(TIMESTAMP, INTERVAL_YEAR_MONTH) -> TIMESTAMP", "paisql_timestamp_months($1, $2, '$mode')"},
    {"(TIMESTAMP, INTERVAL_DAY_TIME) -> TIMESTAMP", "paisql_timestamp_plus($1, $2, '$mode')"},
    {"(TIMESTAMP_NTZ, INTERVAL_YEAR_MONTH) -> TIMESTAMP_NTZ",
     "paisql_timestamp_ntz_plus($1, $2, '$mode')"},
    {"(TIMESTAMP_NTZ, INTERVAL_DAY_TIME) -> TIMESTAMP_NTZ",
     "paisql_timestamp_ntz_plus($1, $2, '$mode')"},
    {"(INTERVAL_YEAR_MONTH, INTERVAL_YEAR_MONTH) -> INTERVAL_YEAR_MONTH", "($1 + $2)"},
    {"(INTERVAL_DAY_TIME, INTERVAL_DAY_TIME) -> INTERVAL_DAY_TIME", "($1 + $2)"},
    {"(TINYINT, TINYINT) -> TINYINT", "paisql_add_tinyint_$mode($1, $2)"},
    {"(SMALLINT, SMALLINT) -> SMALLINT", "paisql_add_smallint_$mode($1, $2)"},
    {"(INT, INT) -> INT", "paisql_add_int_$mode($1, $2)"},
    {"(BIGINT, BIGINT) -> BIGINT", "paisql_add_bigint_$mode($1, $2)"},
    {"(FLOAT, FLOAT) -> FLOAT", "paisql_add_float_$mode($1, $2)"},
    {"(DOUBLE, DOUBLE) -> DOUBLE", "paisql_add_double_$mode($1, $2)"},
    {"(DECIMAL, DECIMAL) -> DECIMAL", "$decimal($1 + $2)"},
};
constexpr Overload kSubtract[] = {
    {"(DATE, INTERVAL_YEAR_MONTH) -> DATE", "paisql_date_range(CAST($1 - $2 AS DATE), '$mode')"},
    {"(DATETIME, INTERVAL_YEAR_MONTH) -> DATETIME", "paisql_datetime_range($1 - $2, '$mode')"},
    {"(DATETIME, INTERVAL_DAY_TIME) -> DATETIME", "paisql_datetime_range($1 - $2, '$mode')"},
    {"(TIMESTAMP, INTERVAL_YEAR_MONTH) -> TIMESTAMP",
     "paisql_timestamp_months($1, (- $2), '$mode')"},
    {"(TIMESTAMP, INTERVAL_DAY_TIME) -> TIMESTAMP", "paisql_timestamp_plus($1, (- $2), '$mode')"},
    {"(TIMESTAMP_NTZ, INTERVAL_YEAR_MONTH) -> TIMESTAMP_NTZ",
     "paisql_timestamp_ntz_plus($1, (- $2), '$mode')"},
    {"(TIMESTAMP_NTZ, INTERVAL_DAY_TIME) -> TIMESTAMP_NTZ",
     "paisql_timestamp_ntz_plus($1, (- $2), '$mode')"},
    {"(INTERVAL_YEAR_MONTH, INTERVAL_YEAR_MONTH) -> INTERVAL_YEAR_MONTH", "($1 - $2)"},
    {"(INTERVAL_DAY_TIME, INTERVAL_DAY_TIME) -> INTERVAL_DAY_TIME", "($1 - $2)"},
    {"(TINYINT, TINYINT) -> TINYINT", "paisql_subtract_tinyint_$mode($1, $2)"},
    {"(SMALLINT, SMALLINT) -> SMALLINT", "paisql_subtract_smallint_$mode($1, $2)"},
    {"(INT, INT) -> INT", "paisql_subtract_int_$mode($1, $2)"},
    {"(BIGINT, BIGINT) -> BIGINT", "paisql_subtract_bigint_$mode($1, $2)"},
    {"(FLOAT, FLOAT) -> FLOAT", "paisql_subtract_float_$mode($1, $2)"},
    {"(DOUBLE, DOUBLE) -> DOUBLE", "paisql_subtract_double_$mode($1, $2)"},
    {"(DECIMAL, DECIMAL) -> DECIMAL", "$decimal($1 - $2)"},
};
constexpr Overload kMultiply[] = {
    {"(TINYINT, TINYINT) -> TINYINT", "paisql_multiply_tinyint_$mode($1, $2)"},
    {"(SMALLINT, SMALLINT) -> SMALLINT", "paisql_multiply_smallint_$mode($1, $2)"},
    {"(INT, INT) -> INT", "paisql_multiply_int_$mode($1, $2)"},
    {"(BIGINT, BIGINT) -> BIGINT", "paisql_multiply_bigint_$mode($1, $2)"},
    {"(FLOAT, FLOAT) -> FLOAT", "paisql_multiply_float_$mode($1, $2)"},
    {"(DOUBLE, DOUBLE) -> DOUBLE", "paisql_multiply_double_$mode($1, $2)"},
    {"(DECIMAL, DECIMAL) -> DECIMAL", "$decimal($1 * $2)"},
};
constexpr Overload kDivide[] = {
    {"(DOUBLE, DOUBLE) -> DOUBLE", "paisql_divide_double_$mode($1, $2)"},
    {"(DECIMAL, DECIMAL) -> DECIMAL", "$decimal($1 / $2)"},
};
// Of integers that became DOUBLEs, in Hive-compatible mode: 5/0 is NULL there, 5.0/0 is not.
constexpr Overload kDivideWhole[] = {
    {"(DOUBLE, DOUBLE) -> DOUBLE", "paisql_divide_whole_$mode($1, $2)", "", modes::kHive},
};
constexpr Overload kModulo[] = {
    {"(TINYINT, TINYINT) -> TINYINT", "paisql_modulo_tinyint_$mode($1, $2)"},
    {"(SMALLINT, SMALLINT) -> SMALLINT", "paisql_modulo_smallint_$mode($1, $2)"},
    {"(INT, INT) -> INT", "paisql_modulo_int_$mode($1, $2)"},
    {"(BIGINT, BIGINT) -> BIGINT", "paisql_modulo_bigint_$mode($1, $2)"},
    {"(FLOAT, FLOAT) -> FLOAT", "paisql_modulo_float_$mode($1, $2)"},
    {"(DOUBLE, DOUBLE) -> DOUBLE", "paisql_modulo_double_$mode($1, $2)"},
    {"(DECIMAL, DECIMAL) -> DECIMAL", "CAST(paisql_modulo_decimal_$mode($1, $2) AS $type)"},
};
constexpr Overload kDiv[] = {
    {"(TINYINT, TINYINT) -> TINYINT", "paisql_div_tinyint_$mode($1, $2)"},
    {"(SMALLINT, SMALLINT) -> SMALLINT", "paisql_div_smallint_$mode($1, $2)"},
    {"(INT, INT) -> INT", "paisql_div_int_$mode($1, $2)"},
    {"(BIGINT, BIGINT) -> BIGINT", "paisql_div_bigint_$mode($1, $2)"},
    {"(DOUBLE, DOUBLE) -> BIGINT", "paisql_div_double_$mode($1, $2)"},
};
constexpr Overload kNegate[] = {
    {"(TINYINT) -> TINYINT", "paisql_negate_tinyint_$mode($1)"},
    {"(SMALLINT) -> SMALLINT", "paisql_negate_smallint_$mode($1)"},
    {"(INT) -> INT", "paisql_negate_int_$mode($1)"},
    {"(BIGINT) -> BIGINT", "paisql_negate_bigint_$mode($1)"},
    {"(FLOAT) -> FLOAT", "(- $1)"},
    {"(DOUBLE) -> DOUBLE", "(- $1)"},
    {"(DECIMAL) -> DECIMAL", "(- $1)"},
    {"(INTERVAL_YEAR_MONTH) -> INTERVAL_YEAR_MONTH", "(- $1)"},
    {"(INTERVAL_DAY_TIME) -> INTERVAL_DAY_TIME", "(- $1)"},
};
constexpr Overload kPlusDays[] = {
    {"(DATE, BIGINT) -> DATE",
     "paisql_date_range(CAST($1 + to_days(CAST($2 AS INTEGER)) AS DATE), '$mode')"},
};

// Outside Hive-compatible mode the result is a BIGINT, and the least one is no answer. There it has
// the operands' type.
constexpr Overload kBitAnd[] = {
    {"(TINYINT, TINYINT) -> TINYINT", "($1 & $2)", "", modes::kHive},
    {"(SMALLINT, SMALLINT) -> SMALLINT", "($1 & $2)", "", modes::kHive},
    {"(INT, INT) -> INT", "($1 & $2)", "", modes::kHive},
    {"(BIGINT, BIGINT) -> BIGINT", "paisql_bit_and_bigint_$mode($1, $2)"},
};
constexpr Overload kBitOr[] = {
    {"(TINYINT, TINYINT) -> TINYINT", "($1 | $2)", "", modes::kHive},
    {"(SMALLINT, SMALLINT) -> SMALLINT", "($1 | $2)", "", modes::kHive},
    {"(INT, INT) -> INT", "($1 | $2)", "", modes::kHive},
    {"(BIGINT, BIGINT) -> BIGINT", "paisql_bit_or_bigint_$mode($1, $2)"},
};
constexpr Overload kBitXor[] = {
    {"(TINYINT, TINYINT) -> TINYINT", "xor($1, $2)", "", modes::kHive},
    {"(SMALLINT, SMALLINT) -> SMALLINT", "xor($1, $2)", "", modes::kHive},
    {"(INT, INT) -> INT", "xor($1, $2)", "", modes::kHive},
    {"(BIGINT, BIGINT) -> BIGINT", "paisql_bit_xor_bigint_$mode($1, $2)"},
};
constexpr Overload kBitNot[] = {
    {"(TINYINT) -> TINYINT", "(~ $1)", "", modes::kHive},
    {"(SMALLINT) -> SMALLINT", "(~ $1)", "", modes::kHive},
    {"(INT) -> INT", "(~ $1)", "", modes::kHive},
    {"(BIGINT) -> BIGINT", "paisql_bit_not_bigint_$mode($1)"},
};

constexpr Overload kConcatenate[] = {{"(STRING, STRING) -> STRING", "($1 || $2)"}};
constexpr Overload kIndex[] = {
    {"(ARRAY<T>, BIGINT) -> T", "paisql_index($1, $2)"},
    {"(MAP<K,V>, K) -> V", "($1[$2])"},
    {"(JSON, STRING) -> JSON", "paisql_json_member($1, $2)"},
    {"(JSON, BIGINT) -> JSON", "paisql_json_element($1, $2)"},
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
    {"divide_whole", kOperator, kDivideWhole, "/ of integers in Hive-compatible mode"},
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
