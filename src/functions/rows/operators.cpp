#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

// An operator whose answer does not exist, because of an overflow or of a divisor of 0, follows the
// mode: NULL, an error in strict mode, in Hive-compatible mode a wrapped integer, an infinity, or
// NULL for a divisor of 0. The types are those of the operands, so INT + INT is an INT.
//
// Outside Hive-compatible mode DOUBLEs are compared to 15 digits after the point.
constexpr Overload kEqual[] = {
    {"(DOUBLE, DOUBLE) -> BOOLEAN", modes::kNotHive},
    {"(T, T) -> BOOLEAN"},
};
constexpr Overload kNotEqual[] = {
    {"(DOUBLE, DOUBLE) -> BOOLEAN", modes::kNotHive},
    {"(T, T) -> BOOLEAN"},
};
constexpr Overload kLess[] = {
    {"(DOUBLE, DOUBLE) -> BOOLEAN", modes::kNotHive},
    {"(T, T) -> BOOLEAN"},
};
constexpr Overload kLessEqual[] = {
    {"(DOUBLE, DOUBLE) -> BOOLEAN", modes::kNotHive},
    {"(T, T) -> BOOLEAN"},
};
constexpr Overload kGreater[] = {
    {"(DOUBLE, DOUBLE) -> BOOLEAN", modes::kNotHive},
    {"(T, T) -> BOOLEAN"},
};
constexpr Overload kGreaterEqual[] = {
    {"(DOUBLE, DOUBLE) -> BOOLEAN", modes::kNotHive},
    {"(T, T) -> BOOLEAN"},
};
constexpr Overload kNotDistinct[] = {{"(T, T) -> BOOLEAN"}};
constexpr Overload kDistinct[] = {{"(T, T) -> BOOLEAN"}};
constexpr Overload kIn[] = {
    {"(DOUBLE, DOUBLE...) -> BOOLEAN", modes::kNotHive},
    {"(T, T...) -> BOOLEAN"},
};
constexpr Overload kBetween[] = {
    {"(DOUBLE, DOUBLE, DOUBLE) -> BOOLEAN", modes::kNotHive},
    {"(T, T, T) -> BOOLEAN"},
};

constexpr Overload kAnd[] = {{"(BOOLEAN, BOOLEAN) -> BOOLEAN"}};
constexpr Overload kOr[] = {{"(BOOLEAN, BOOLEAN) -> BOOLEAN"}};
constexpr Overload kNot[] = {{"(BOOLEAN) -> BOOLEAN"}};
constexpr Overload kIsNull[] = {{"(ANY) -> BOOLEAN"}};
constexpr Overload kIsNotNull[] = {{"(ANY) -> BOOLEAN"}};
constexpr Overload kIsTrue[] = {{"(BOOLEAN) -> BOOLEAN"}};
constexpr Overload kIsNotTrue[] = {{"(BOOLEAN) -> BOOLEAN"}};
constexpr Overload kIsFalse[] = {{"(BOOLEAN) -> BOOLEAN"}};
constexpr Overload kIsNotFalse[] = {{"(BOOLEAN) -> BOOLEAN"}};

// Analysis takes the plain one for patterns without a backslash, which an engine may run as
// searches for a prefix or a part.
constexpr Overload kLike[] = {{"(STRING, STRING) -> BOOLEAN"}};
constexpr Overload kLikePlain[] = {{"(STRING, STRING) -> BOOLEAN"}};
constexpr Overload kLikeEscape[] = {{"(STRING, STRING, STRING) -> BOOLEAN"}};
constexpr Overload kRlike[] = {{"(STRING, STRING) -> BOOLEAN"}};

// Times and intervals. A DATETIME is an instant: months count by the calendar of the session's
// zone, days and smaller units are exact.
constexpr Overload kAdd[] = {
    {"(DATE, INTERVAL_YEAR_MONTH) -> DATE"},
    {"(DATETIME, INTERVAL_YEAR_MONTH) -> DATETIME"},
    {"(DATETIME, INTERVAL_DAY_TIME) -> DATETIME"},
    {"(TIMESTAMP, INTERVAL_YEAR_MONTH) -> TIMESTAMP"},
    {"(TIMESTAMP, INTERVAL_DAY_TIME) -> TIMESTAMP"},
    {"(TIMESTAMP_NTZ, INTERVAL_YEAR_MONTH) -> TIMESTAMP_NTZ"},
    {"(TIMESTAMP_NTZ, INTERVAL_DAY_TIME) -> TIMESTAMP_NTZ"},
    {"(INTERVAL_YEAR_MONTH, INTERVAL_YEAR_MONTH) -> INTERVAL_YEAR_MONTH"},
    {"(INTERVAL_DAY_TIME, INTERVAL_DAY_TIME) -> INTERVAL_DAY_TIME"},
    {"(TINYINT, TINYINT) -> TINYINT"},
    {"(SMALLINT, SMALLINT) -> SMALLINT"},
    {"(INT, INT) -> INT"},
    {"(BIGINT, BIGINT) -> BIGINT"},
    {"(FLOAT, FLOAT) -> FLOAT"},
    {"(DOUBLE, DOUBLE) -> DOUBLE"},
    {"(DECIMAL, DECIMAL) -> DECIMAL"},
};
constexpr Overload kSubtract[] = {
    {"(DATE, INTERVAL_YEAR_MONTH) -> DATE"},
    {"(DATETIME, INTERVAL_YEAR_MONTH) -> DATETIME"},
    {"(DATETIME, INTERVAL_DAY_TIME) -> DATETIME"},
    {"(TIMESTAMP, INTERVAL_YEAR_MONTH) -> TIMESTAMP"},
    {"(TIMESTAMP, INTERVAL_DAY_TIME) -> TIMESTAMP"},
    {"(TIMESTAMP_NTZ, INTERVAL_YEAR_MONTH) -> TIMESTAMP_NTZ"},
    {"(TIMESTAMP_NTZ, INTERVAL_DAY_TIME) -> TIMESTAMP_NTZ"},
    {"(INTERVAL_YEAR_MONTH, INTERVAL_YEAR_MONTH) -> INTERVAL_YEAR_MONTH"},
    {"(INTERVAL_DAY_TIME, INTERVAL_DAY_TIME) -> INTERVAL_DAY_TIME"},
    {"(TINYINT, TINYINT) -> TINYINT"},
    {"(SMALLINT, SMALLINT) -> SMALLINT"},
    {"(INT, INT) -> INT"},
    {"(BIGINT, BIGINT) -> BIGINT"},
    {"(FLOAT, FLOAT) -> FLOAT"},
    {"(DOUBLE, DOUBLE) -> DOUBLE"},
    {"(DECIMAL, DECIMAL) -> DECIMAL"},
};
constexpr Overload kMultiply[] = {
    {"(TINYINT, TINYINT) -> TINYINT"},
    {"(SMALLINT, SMALLINT) -> SMALLINT"},
    {"(INT, INT) -> INT"},
    {"(BIGINT, BIGINT) -> BIGINT"},
    {"(FLOAT, FLOAT) -> FLOAT"},
    {"(DOUBLE, DOUBLE) -> DOUBLE"},
    {"(DECIMAL, DECIMAL) -> DECIMAL"},
};
constexpr Overload kDivide[] = {
    {"(DOUBLE, DOUBLE) -> DOUBLE"},
    {"(DECIMAL, DECIMAL) -> DECIMAL"},
};
// For integers that became DOUBLEs, in Hive-compatible mode: 5/0 is NULL there, 5.0/0 is not.
constexpr Overload kDivideWhole[] = {{"(DOUBLE, DOUBLE) -> DOUBLE", modes::kHive}};
constexpr Overload kModulo[] = {
    {"(TINYINT, TINYINT) -> TINYINT"},
    {"(SMALLINT, SMALLINT) -> SMALLINT"},
    {"(INT, INT) -> INT"},
    {"(BIGINT, BIGINT) -> BIGINT"},
    {"(FLOAT, FLOAT) -> FLOAT"},
    {"(DOUBLE, DOUBLE) -> DOUBLE"},
    {"(DECIMAL, DECIMAL) -> DECIMAL"},
};
constexpr Overload kDiv[] = {
    {"(TINYINT, TINYINT) -> TINYINT"},
    {"(SMALLINT, SMALLINT) -> SMALLINT"},
    {"(INT, INT) -> INT"},
    {"(BIGINT, BIGINT) -> BIGINT"},
    {"(DOUBLE, DOUBLE) -> BIGINT"},
    {"(DECIMAL, DECIMAL) -> BIGINT"},
};
constexpr Overload kNegate[] = {
    {"(TINYINT) -> TINYINT"},
    {"(SMALLINT) -> SMALLINT"},
    {"(INT) -> INT"},
    {"(BIGINT) -> BIGINT"},
    {"(FLOAT) -> FLOAT"},
    {"(DOUBLE) -> DOUBLE"},
    {"(DECIMAL) -> DECIMAL"},
    {"(INTERVAL_YEAR_MONTH) -> INTERVAL_YEAR_MONTH"},
    {"(INTERVAL_DAY_TIME) -> INTERVAL_DAY_TIME"},
};
constexpr Overload kPlusDays[] = {{"(DATE, BIGINT) -> DATE"}};

// Outside Hive-compatible mode the result is a BIGINT, and the least BIGINT is refused. In that
// mode it has the operands' type.
constexpr Overload kBitAnd[] = {
    {"(TINYINT, TINYINT) -> TINYINT", modes::kHive},
    {"(SMALLINT, SMALLINT) -> SMALLINT", modes::kHive},
    {"(INT, INT) -> INT", modes::kHive},
    {"(BIGINT, BIGINT) -> BIGINT"},
};
constexpr Overload kBitOr[] = {
    {"(TINYINT, TINYINT) -> TINYINT", modes::kHive},
    {"(SMALLINT, SMALLINT) -> SMALLINT", modes::kHive},
    {"(INT, INT) -> INT", modes::kHive},
    {"(BIGINT, BIGINT) -> BIGINT"},
};
constexpr Overload kBitXor[] = {
    {"(TINYINT, TINYINT) -> TINYINT", modes::kHive},
    {"(SMALLINT, SMALLINT) -> SMALLINT", modes::kHive},
    {"(INT, INT) -> INT", modes::kHive},
    {"(BIGINT, BIGINT) -> BIGINT"},
};
constexpr Overload kBitNot[] = {
    {"(TINYINT) -> TINYINT", modes::kHive},
    {"(SMALLINT) -> SMALLINT", modes::kHive},
    {"(INT) -> INT", modes::kHive},
    {"(BIGINT) -> BIGINT"},
};

constexpr Overload kConcatenate[] = {
    {"(STRING, STRING) -> STRING"},
    {"(BINARY, BINARY) -> BINARY"},
};
constexpr Overload kElement[] = {
    {"(ARRAY<T>, BIGINT) -> T"},
    {"(MAP<K,V>, K) -> V"},
    {"(JSON, STRING) -> JSON"},
    {"(JSON, BIGINT) -> JSON"},
};

constexpr FunctionKind kOperator = FunctionKind::kOperator;

constexpr Function kTable[] = {
    {"=", kOperator, kEqual, "equal; NULL when a side is NULL", &kCompares},
    {"<>", kOperator, kNotEqual, "not equal; NULL when a side is NULL", &kCompares},
    {"<", kOperator, kLess, "less", &kCompares},
    {"<=", kOperator, kLessEqual, "less or equal", &kCompares},
    {">", kOperator, kGreater, "greater", &kCompares},
    {">=", kOperator, kGreaterEqual, "greater or equal", &kCompares},
    {"<=>", kOperator, kNotDistinct, "equal, or both NULL", &kCompares},
    {"is_not_distinct_from", kOperator, kNotDistinct, "equal, or both NULL", &kCompares},
    {"is_distinct_from", kOperator, kDistinct, "not equal, NULL being a value", &kCompares},
    {"in", kOperator, kIn, "equal to one of the list", &kCompares},
    {"between", kOperator, kBetween, "within both bounds, bounds included", &kCompares},
    {"and", kOperator, kAnd, "three-valued AND"},
    {"or", kOperator, kOr, "three-valued OR"},
    {"not", kOperator, kNot, "three-valued NOT"},
    {"is_null", kOperator, kIsNull, "is NULL"},
    {"is_not_null", kOperator, kIsNotNull, "is not NULL"},
    {"is_true", kOperator, kIsTrue, "is true"},
    {"is_not_true", kOperator, kIsNotTrue, "is false or NULL"},
    {"is_false", kOperator, kIsFalse, "is false"},
    {"is_not_false", kOperator, kIsNotFalse, "is true or NULL"},
    {"like", kOperator, kLike, "matches % and _; a backslash escapes", &kKeepsFamily},
    {"like_plain", kOperator, kLikePlain, "matches a pattern without a backslash", &kKeepsFamily},
    {"like_escape", kOperator, kLikeEscape, "matches with an escape character", &kKeepsFamily},
    {"rlike", kOperator, kRlike, "a part matches the regular expression", &kKeepsFamily},
    {"+", kOperator, kAdd, "sum", &kNoFlags, {}, "decimal_sum"},
    {"-", kOperator, kSubtract, "difference", &kNoFlags, {}, "decimal_sum"},
    {"*", kOperator, kMultiply, "product"},
    {"/", kOperator, kDivide, "quotient, never an integer"},
    {"divide_whole", kOperator, kDivideWhole, "/ of integers in Hive-compatible mode"},
    {"%", kOperator, kModulo, "remainder with the sign of the dividend"},
    {"div", kOperator, kDiv, "quotient cut to an integer"},
    {"negate", kOperator, kNegate, "negative"},
    {"plus_days", kOperator, kPlusDays, "DATE plus whole days of an INTERVAL"},
    {"bit_and", kOperator, kBitAnd, "bitwise and", &kKeepsFamily},
    {"bit_or", kOperator, kBitOr, "bitwise or", &kKeepsFamily},
    {"bit_xor", kOperator, kBitXor, "bitwise exclusive or", &kKeepsFamily},
    {"bit_not", kOperator, kBitNot, "bitwise complement", &kKeepsFamily},
    {"||", kOperator, kConcatenate, "both texts, or the bytes of both; NULL when a side is NULL"},
    {"index", kOperator, kElement, "element by 0-based position or by key; NULL when absent"},
};

// Analysis makes rows and fields with these. The result of a field is its type, which no signature
// can say.
constexpr Overload kField[] = {{"(ANY, const STRING) -> ANY"}};
constexpr Overload kListRows[] = {{"(ARRAY<T>) -> ANY"}};
constexpr Overload kPaddedRows[] = {{"(ARRAY<T>, BIGINT) -> ANY"}};
constexpr Overload kZippedRows[] = {{"(ARRAY<STRING>...) -> ANY"}};
constexpr Overload kCut[] = {{"(STRING, STRING) -> ARRAY<STRING>"}};

constexpr Function kHiddenTable[] = {
    {"field_of", kOperator, kField, "field of a STRUCT"},
    {"list_rows", kOperator, kListRows, "the elements of a list as rows"},
    {"padded_rows", kOperator, kPaddedRows, "the same, with NULLs up to a number of rows"},
    {"zipped_rows", kOperator, kZippedRows, "lists side by side, the shorter ones with NULLs"},
    {"cut", kOperator, kCut, "a text cut at each separator"},
};

}  // namespace

std::span<const Function> Operators() { return kTable; }

std::span<const Function> HiddenFunctions() { return kHiddenTable; }

}  // namespace paisql::functions
