#include "functions/tables.h"

namespace paisql::functions {
namespace {

constexpr Overload kAbs[] = {
    {"(INT) -> INT", "abs($1)"},
    {"(BIGINT) -> BIGINT", "abs($1)"},
    {"(DOUBLE) -> DOUBLE", "abs($1)"},
    {"(DECIMAL) -> DECIMAL", "abs($1)"},
};
constexpr Overload kCeil[] = {
    {"(BIGINT) -> BIGINT", "$1"},
    {"(DOUBLE) -> BIGINT", "CAST(ceil($1) AS BIGINT)"},
    {"(DECIMAL) -> BIGINT", "CAST(ceil($1) AS BIGINT)"},
};
constexpr Overload kFloor[] = {
    {"(BIGINT) -> BIGINT", "$1"},
    {"(DOUBLE) -> BIGINT", "CAST(floor($1) AS BIGINT)"},
    {"(DECIMAL) -> BIGINT", "CAST(floor($1) AS BIGINT)"},
};
// Integers become DOUBLE, as the platform documents it.
constexpr Overload kRound[] = {
    {"(DOUBLE) -> DOUBLE", "round($1)"},
    {"(DOUBLE, BIGINT) -> DOUBLE", "round($1, CAST($2 AS INTEGER))"},
    {"(DECIMAL) -> DECIMAL", "CAST(round($1) AS $type)"},
    {"(DECIMAL, const BIGINT) -> DECIMAL", "CAST(round($1, CAST($2 AS INTEGER)) AS $type)"},
};
constexpr Overload kTrunc[] = {
    {"(DOUBLE) -> DOUBLE", "trunc($1)"},
    {"(DOUBLE, BIGINT) -> DOUBLE", "trunc($1, CAST($2 AS INTEGER))"},
    {"(DECIMAL) -> DECIMAL", "CAST(trunc($1) AS $type)"},
    {"(DECIMAL, const BIGINT) -> DECIMAL", "CAST(trunc($1, CAST($2 AS INTEGER)) AS $type)"},
};
constexpr Overload kPow[] = {{"(DOUBLE, DOUBLE) -> DOUBLE", "pow($1, $2)"}};
constexpr Guard kNoRoot = {"$1 < 0", "'in function sqrt, the argument is less than 0'"};
constexpr Overload kSqrt[] = {{"(DOUBLE) -> DOUBLE", "sqrt($1)", "", modes::kAny, &kNoRoot}};
constexpr Overload kCbrt[] = {{"(DOUBLE) -> DOUBLE", "cbrt($1)"}};
constexpr Overload kExp[] = {{"(DOUBLE) -> DOUBLE", "exp($1)"}};
constexpr Overload kLn[] = {{"(DOUBLE) -> DOUBLE", "paisql_ln($1)"}};
constexpr Overload kLog[] = {{"(DOUBLE, DOUBLE) -> DOUBLE", "paisql_log($1, $2)"}};
constexpr Overload kLog2[] = {{"(DOUBLE) -> DOUBLE", "CASE WHEN $1 > 0 THEN log2($1) END"}};
constexpr Overload kLog10[] = {{"(DOUBLE) -> DOUBLE", "CASE WHEN $1 > 0 THEN log10($1) END"}};
constexpr Overload kSign[] = {
    {"(DOUBLE) -> DOUBLE", "CAST(sign($1) AS DOUBLE)"},
    {"(DECIMAL) -> DOUBLE", "CAST(sign($1) AS DOUBLE)"},
};
constexpr Overload kFactorial[] = {
    {"(BIGINT) -> BIGINT",
     "CASE WHEN $1 BETWEEN 0 AND 20 THEN CAST(factorial(CAST($1 AS INTEGER)) AS BIGINT) END"}};
constexpr Overload kNegative[] = {
    {"(BIGINT) -> BIGINT", "(- $1)"},
    {"(DOUBLE) -> DOUBLE", "(- $1)"},
    {"(DECIMAL) -> DECIMAL", "(- $1)"},
};
constexpr Overload kPositive[] = {
    {"(BIGINT) -> BIGINT", "$1"}, {"(DOUBLE) -> DOUBLE", "$1"}, {"(DECIMAL) -> DECIMAL", "$1"}};
constexpr Overload kIsnan[] = {{"(DOUBLE) -> BOOLEAN", "isnan($1)"}};
constexpr Overload kPi[] = {{"() -> DOUBLE", "pi()"}};
constexpr Overload kE[] = {{"() -> DOUBLE", "exp(CAST(1 AS DOUBLE))"}};
constexpr Overload kWidthBucket[] = {
    {"(DOUBLE, DOUBLE, DOUBLE, BIGINT) -> BIGINT", "paisql_width_bucket($1, $2, $3, $4)"}};
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
    {"trunc", kScalar, kTrunc, "TRUNC(a[, n]): cut; n may be negative"},
    {"pow", kScalar, kPow, "POW(a, b)"},
    {"power", kScalar, kPow, "POWER(a, b): POW", {}, "pow"},
    {"sqrt", kScalar, kSqrt, "SQRT(a): a from 0 on"},
    {"cbrt", kScalar, kCbrt, "CBRT(a): cubic root"},
    {"exp", kScalar, kExp, "EXP(a)"},
    {"ln", kScalar, kLn, "LN(a): an error up to 0"},
    {"log", kScalar, kLog, "LOG(base, a)"},
    {"log2", kScalar, kLog2, "LOG2(a): NULL up to 0"},
    {"log10", kScalar, kLog10, "LOG10(a): NULL up to 0"},
    {"sign", kScalar, kSign, "SIGN(a): 1.0, 0.0 or -1.0"},
    {"factorial", kScalar, kFactorial, "FACTORIAL(n): NULL outside 0 to 20"},
    {"negative", kScalar, kNegative, "NEGATIVE(a)"},
    {"positive", kScalar, kPositive, "POSITIVE(a)"},
    {"isnan", kScalar, kIsnan, "ISNAN(a)"},
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
