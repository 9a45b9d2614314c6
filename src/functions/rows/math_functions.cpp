#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

// The least integer has no positive counterpart; Hive answers it itself.
constexpr Guard kLeastInt = {"$1 = CAST(-2147483648 AS INTEGER)",
                             "'in function abs, the INT has no absolute value'", "$1",
                             ErrorCode::kDataOverflow};
constexpr Guard kLeastBigint = {"$1 = CAST(-9223372036854775808 AS BIGINT)",
                                "'in function abs, the BIGINT has no absolute value'", "$1",
                                ErrorCode::kDataOverflow};
constexpr Overload kAbs[] = {
    {"(INT) -> INT", "abs($1)", "", modes::kAny, &kLeastInt},
    {"(BIGINT) -> BIGINT", "abs($1)", "", modes::kAny, &kLeastBigint},
    {"(DOUBLE) -> DOUBLE", "abs($1)"},
    {"(DECIMAL) -> DECIMAL", "abs($1)"},
};
// A number that no BIGINT holds; in Hive mode the nearest one that does. NaN is the greatest
// number.
constexpr std::string_view kNoBigint =
    "$1 NOT BETWEEN CAST(-9223372036854775808 AS DOUBLE) AND CAST(9223372036854774784 AS DOUBLE)";
constexpr std::string_view kNearestBigint =
    "CASE WHEN isnan(CAST($1 AS DOUBLE)) THEN 0 WHEN $1 > 0 THEN 9223372036854775807 "
    "ELSE CAST(-9223372036854775808 AS BIGINT) END";
constexpr Guard kNoCeil = {kNoBigint, "'in function ceil, the result is outside of BIGINT'",
                           kNearestBigint, ErrorCode::kDataOverflow};
constexpr Guard kNoFloor = {kNoBigint, "'in function floor, the result is outside of BIGINT'",
                            kNearestBigint, ErrorCode::kDataOverflow};
constexpr Overload kCeil[] = {
    {"(BIGINT) -> BIGINT", "$1"},
    {"(DOUBLE) -> BIGINT", "CAST(ceil($1) AS BIGINT)", "", modes::kAny, &kNoCeil},
    {"(DECIMAL) -> BIGINT", "CAST(ceil($1) AS BIGINT)", "", modes::kNotHive, &kNoCeil},
    {"(DECIMAL) -> DECIMAL", "CAST(ceil($1) AS $type)", "", modes::kHive},
};
constexpr Overload kFloor[] = {
    {"(BIGINT) -> BIGINT", "$1"},
    {"(DOUBLE) -> BIGINT", "CAST(floor($1) AS BIGINT)", "", modes::kAny, &kNoFloor},
    {"(DECIMAL) -> BIGINT", "CAST(floor($1) AS BIGINT)", "", modes::kNotHive, &kNoFloor},
    {"(DECIMAL) -> DECIMAL", "CAST(floor($1) AS $type)", "", modes::kHive},
};
// Integers become DOUBLE, as the platform documents it.
constexpr Overload kRound[] = {
    {"(DOUBLE) -> DOUBLE", "round($1)"},
    {"(DOUBLE, BIGINT) -> DOUBLE", "round($1, paisql_digits($2))"},
    {"(DECIMAL) -> DECIMAL", "CAST(round($1) AS $type)"},
    {"(DECIMAL, const BIGINT) -> DECIMAL", "CAST(round($1, paisql_digits($2)) AS $type)"},
};
constexpr Overload kTrunc[] = {
    {"(DOUBLE) -> DOUBLE", "trunc($1)"},
    {"(DOUBLE, BIGINT) -> DOUBLE", "trunc($1, paisql_digits($2))"},
    {"(DECIMAL) -> DECIMAL", "CAST(trunc($1) AS $type)"},
    {"(DECIMAL, const BIGINT) -> DECIMAL", "CAST(trunc($1, paisql_digits($2)) AS $type)"},
    {"(STRING, STRING) -> STRING",
     "paisql_trunc_date(CAST(paisql_text_time($1, 'null') AS DATE), $2)", "", modes::kHive},
    {"(DATE, STRING) -> STRING", "paisql_trunc_date($1, $2)", "", modes::kHive},
    {"(DATETIME, STRING) -> STRING", "paisql_trunc_date(CAST($1 AS DATE), $2)", "", modes::kHive},
};
constexpr Overload kPow[] = {{"(DOUBLE, DOUBLE) -> DOUBLE", "paisql_pow_$mode($1, $2)"}};
constexpr Guard kNoRoot = {"$1 < 0", "'in function sqrt, the argument is less than 0'"};
constexpr Overload kSqrt[] = {{"(DOUBLE) -> DOUBLE", "sqrt($1)", "", modes::kAny, &kNoRoot}};
constexpr Overload kCbrt[] = {{"(DOUBLE) -> DOUBLE", "cbrt($1)"}};
constexpr Overload kExp[] = {{"(DOUBLE) -> DOUBLE", "exp($1)"}};
constexpr Guard kNoLn = {"$1 <= 0", "'in function ln, the argument is not greater than 0'"};
constexpr Guard kNoLog2 = {"$1 <= 0", "'in function log2, the argument is not greater than 0'"};
constexpr Guard kNoLog10 = {"$1 <= 0", "'in function log10, the argument is not greater than 0'"};
constexpr Guard kNoLog = {"$1 <= 0 OR $1 = 1 OR $2 <= 0",
                          "'in function log, the base or the argument is out of range'"};
constexpr Overload kLn[] = {{"(DOUBLE) -> DOUBLE", "ln($1)", "", modes::kAny, &kNoLn}};
constexpr Overload kLog[] = {
    {"(DOUBLE, DOUBLE) -> DOUBLE", "ln($2) / ln($1)", "", modes::kAny, &kNoLog}};
constexpr Overload kLog2[] = {{"(DOUBLE) -> DOUBLE", "log2($1)", "", modes::kAny, &kNoLog2}};
constexpr Overload kLog10[] = {{"(DOUBLE) -> DOUBLE", "log10($1)", "", modes::kAny, &kNoLog10}};
constexpr Overload kSign[] = {
    {"(DOUBLE) -> DOUBLE", "CAST(sign($1) AS DOUBLE)", "", modes::kNotHive},
    {"(DECIMAL) -> DOUBLE", "CAST(sign($1) AS DOUBLE)", "", modes::kNotHive},
    {"(DOUBLE) -> INT", "CAST(sign($1) AS INTEGER)", "", modes::kHive},
    {"(DECIMAL) -> INT", "CAST(sign($1) AS INTEGER)", "", modes::kHive},
};
constexpr Overload kFactorial[] = {
    {"(BIGINT) -> BIGINT",
     "CASE WHEN $1 BETWEEN 0 AND 20 THEN CAST(factorial(CAST($1 AS INTEGER)) AS BIGINT) END"}};
constexpr Overload kNegative[] = {
    {"(BIGINT) -> BIGINT", "paisql_negate_bigint_$mode($1)"},
    {"(DOUBLE) -> DOUBLE", "(- $1)"},
    {"(DECIMAL) -> DECIMAL", "(- $1)"},
};
constexpr Overload kPositive[] = {
    {"(BIGINT) -> BIGINT", "$1"}, {"(DOUBLE) -> DOUBLE", "$1"}, {"(DECIMAL) -> DECIMAL", "$1"}};
constexpr Overload kIsnan[] = {{"(DOUBLE) -> BOOLEAN", "coalesce(isnan($1), false)"}};
constexpr Overload kPi[] = {{"() -> DOUBLE", "pi()"}};
constexpr Overload kE[] = {{"() -> DOUBLE", "exp(CAST(1 AS DOUBLE))"}};
constexpr Guard kNoBucket = {
    "$4 <= 0 OR $2 >= $3",
    "'in function width_bucket, the bounds or the number of buckets are wrong'"};
constexpr Overload kWidthBucket[] = {{"(DOUBLE, DOUBLE, DOUBLE, BIGINT) -> BIGINT",
                                      "paisql_width_bucket($1, $2, $3, $4)", "", modes::kAny,
                                      &kNoBucket}};
// Shifts work on 32 bits for INT and on 64 bits for BIGINT, the distance modulo the width.
constexpr Overload kShiftleft[] = {
    {"(INT, INT) -> INT", "paisql_shiftleft32($1, $2)"},
    {"(BIGINT, INT) -> BIGINT", "paisql_shiftleft64($1, $2)"},
};
constexpr Overload kShiftright[] = {
    {"(INT, INT) -> INT", "($1 >> ($2 & 31))"},
    {"(BIGINT, INT) -> BIGINT", "($1 >> CAST($2 & 63 AS BIGINT))"},
};
constexpr Overload kShiftrightunsigned[] = {
    {"(INT, INT) -> INT", "paisql_shiftrightunsigned32($1, $2)"},
    {"(BIGINT, INT) -> BIGINT", "paisql_shiftrightunsigned64($1, $2)"},
};

constexpr FunctionKind kScalar = FunctionKind::kScalar;

constexpr Function kTable[] = {
    {"abs", kScalar, kAbs, "ABS(a)"},
    {"ceil", kScalar, kCeil, "CEIL(a): a BIGINT not below a"},
    {"ceiling", kScalar, kCeil, "CEILING(a): CEIL", {}, "ceil"},
    {"floor", kScalar, kFloor, "FLOOR(a): a BIGINT not above a"},
    {"round", kScalar, kRound, "ROUND(a[, n]): half away from zero; n may be negative"},
    {"trunc", kScalar, kTrunc,
     "TRUNC(a[, n]): cut; n may be negative. In Hive mode also TRUNC(date, 'YEAR' | 'Q' | 'MM')"},
    {"pow", kScalar, kPow, "POW(a, b)"},
    {"power", kScalar, kPow, "POWER(a, b): POW", {}, "pow"},
    {"sqrt", kScalar, kSqrt, "SQRT(a): a from 0 on"},
    {"cbrt", kScalar, kCbrt, "CBRT(a): cubic root"},
    {"exp", kScalar, kExp, "EXP(a)"},
    {"ln", kScalar, kLn, "LN(a): a above 0"},
    {"log", kScalar, kLog, "LOG(base, a): both above 0, the base not 1"},
    {"log2", kScalar, kLog2, "LOG2(a): a above 0"},
    {"log10", kScalar, kLog10, "LOG10(a): a above 0"},
    {"sign", kScalar, kSign, "SIGN(a): 1.0, 0.0 or -1.0"},
    {"factorial", kScalar, kFactorial, "FACTORIAL(n): NULL outside 0 to 20"},
    {"negative", kScalar, kNegative, "NEGATIVE(a)"},
    {"positive", kScalar, kPositive, "POSITIVE(a)"},
    {"isnan", kScalar, kIsnan, "ISNAN(a): false for NULL"},
    {"pi", kScalar, kPi, "PI()"},
    {"e", kScalar, kE, "E()"},
    {"width_bucket", kScalar, kWidthBucket,
     "WIDTH_BUCKET(a, min, max, n): 0 below, n + 1 from max on"},
    {"shiftleft", kScalar, kShiftleft, "SHIFTLEFT(a, n)"},
    {"shiftright", kScalar, kShiftright, "SHIFTRIGHT(a, n): keeps the sign"},
    {"shiftrightunsigned", kScalar, kShiftrightunsigned, "SHIFTRIGHTUNSIGNED(a, n)"},
};

}  // namespace

std::span<const Function> MathFunctions() { return kTable; }

}  // namespace paisql::functions
