#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

// The least integer has no positive counterpart; Hive answers it itself.
constexpr Guard kLeastInt = {"in function abs, the INT has no absolute value",
                             Instead::kFirstArgument, ErrorCode::kDataOverflow};
constexpr Guard kLeastBigint = {"in function abs, the BIGINT has no absolute value",
                                Instead::kFirstArgument, ErrorCode::kDataOverflow};
constexpr Overload kAbs[] = {
    {"(INT) -> INT", modes::kAny, &kLeastInt},
    {"(BIGINT) -> BIGINT", modes::kAny, &kLeastBigint},
    {"(DOUBLE) -> DOUBLE"},
    {"(DECIMAL) -> DECIMAL"},
};
// A number that no BIGINT holds.
constexpr Guard kNoCeil = {"in function ceil, the result is outside of BIGINT",
                           Instead::kNearestBigint, ErrorCode::kDataOverflow};
constexpr Guard kNoFloor = {"in function floor, the result is outside of BIGINT",
                            Instead::kNearestBigint, ErrorCode::kDataOverflow};
constexpr Overload kCeil[] = {
    Total("(BIGINT) -> BIGINT"),
    {"(DOUBLE) -> BIGINT", modes::kAny, &kNoCeil},
    {"(DECIMAL) -> BIGINT", modes::kNotHive, &kNoCeil},
    {"(DECIMAL) -> DECIMAL", modes::kHive},
};
constexpr Overload kFloor[] = {
    Total("(BIGINT) -> BIGINT"),
    {"(DOUBLE) -> BIGINT", modes::kAny, &kNoFloor},
    {"(DECIMAL) -> BIGINT", modes::kNotHive, &kNoFloor},
    {"(DECIMAL) -> DECIMAL", modes::kHive},
};
// Integers become DOUBLE, as the platform documents it.
constexpr Overload kRound[] = {
    {"(DOUBLE) -> DOUBLE"},
    {"(DOUBLE, BIGINT) -> DOUBLE"},
    {"(DECIMAL) -> DECIMAL"},
    {"(DECIMAL, const BIGINT) -> DECIMAL"},
};
constexpr Overload kTrunc[] = {
    {"(DOUBLE) -> DOUBLE"},
    {"(DOUBLE, BIGINT) -> DOUBLE"},
    {"(DECIMAL) -> DECIMAL"},
    {"(DECIMAL, const BIGINT) -> DECIMAL"},
    {"(STRING, STRING) -> STRING", modes::kHive},
    {"(DATE, STRING) -> STRING", modes::kHive},
    {"(DATETIME, STRING) -> STRING", modes::kHive},
};
constexpr Overload kPow[] = {{"(DOUBLE, DOUBLE) -> DOUBLE"}};
constexpr Guard kNoRoot = {"in function sqrt, the argument is less than 0"};
constexpr Overload kSqrt[] = {{"(DOUBLE) -> DOUBLE", modes::kAny, &kNoRoot}};
constexpr Overload kCbrt[] = {{"(DOUBLE) -> DOUBLE"}};
constexpr Overload kExp[] = {{"(DOUBLE) -> DOUBLE"}};
constexpr Guard kNoLn = {"in function ln, the argument is not greater than 0"};
constexpr Guard kNoLog2 = {"in function log2, the argument is not greater than 0"};
constexpr Guard kNoLog10 = {"in function log10, the argument is not greater than 0"};
constexpr Guard kNoLog = {"in function log, the base or the argument is out of range"};
constexpr Overload kLn[] = {{"(DOUBLE) -> DOUBLE", modes::kAny, &kNoLn}};
constexpr Overload kLog[] = {{"(DOUBLE, DOUBLE) -> DOUBLE", modes::kAny, &kNoLog}};
constexpr Overload kLog2[] = {{"(DOUBLE) -> DOUBLE", modes::kAny, &kNoLog2}};
constexpr Overload kLog10[] = {{"(DOUBLE) -> DOUBLE", modes::kAny, &kNoLog10}};
constexpr Overload kSign[] = {
    {"(DOUBLE) -> DOUBLE", modes::kNotHive},
    {"(DECIMAL) -> DECIMAL", modes::kNotHive},
    {"(DOUBLE) -> INT", modes::kHive},
    {"(DECIMAL) -> INT", modes::kHive},
};
constexpr Overload kFactorial[] = {{"(BIGINT) -> BIGINT"}};
constexpr Overload kNegative[] = {
    {"(BIGINT) -> BIGINT"},
    Total("(DOUBLE) -> DOUBLE"),
    Total("(DECIMAL) -> DECIMAL"),
};
constexpr Overload kPositive[] = {
    Total("(BIGINT) -> BIGINT"),
    Total("(DOUBLE) -> DOUBLE"),
    Total("(DECIMAL) -> DECIMAL"),
};
constexpr Overload kIsnan[] = {{"(DOUBLE) -> BOOLEAN"}};
constexpr Overload kPi[] = {{"() -> DOUBLE"}};
constexpr Overload kE[] = {{"() -> DOUBLE"}};
constexpr Guard kNoBucket = {
    "in function width_bucket, the bounds or the number of buckets are wrong"};
constexpr Overload kWidthBucket[] = {
    {"(DOUBLE, DOUBLE, DOUBLE, BIGINT) -> BIGINT", modes::kAny, &kNoBucket},
    {"(DECIMAL, DECIMAL, DECIMAL, BIGINT) -> BIGINT", modes::kAny, &kNoBucket},
};
// Shifts work on 32 bits for INT and on 64 bits for BIGINT, the distance modulo the width.
constexpr Overload kShiftleft[] = {
    {"(INT, INT) -> INT"},
    {"(BIGINT, INT) -> BIGINT"},
};
constexpr Overload kShiftright[] = {
    {"(INT, INT) -> INT"},
    {"(BIGINT, INT) -> BIGINT"},
};
constexpr Overload kShiftrightunsigned[] = {
    {"(INT, INT) -> INT"},
    {"(BIGINT, INT) -> BIGINT"},
};

constexpr Function kMathFunctions[] = {
    {"abs", kScalar, kAbs, "ABS(a)"},
    {"ceil", kScalar, kCeil, "CEIL(a): a BIGINT not below a"},
    {"ceiling", kScalar, kCeil, "CEILING(a): CEIL", &kNoFlags, "ceil"},
    {"floor", kScalar, kFloor, "FLOOR(a): a BIGINT not above a"},
    {"round", kScalar, kRound, "ROUND(a[, n]): half away from zero; n may be negative"},
    {"trunc", kScalar, kTrunc,
     "TRUNC(a[, n]): cut; n may be negative. In Hive mode also TRUNC(date, 'YEAR' | 'Q' | 'MM')"},
    {"pow", kScalar, kPow, "POW(a, b)", &kInDouble},
    {"power", kScalar, kPow, "POWER(a, b): POW", &kInDouble, "pow"},
    {"sqrt", kScalar, kSqrt, "SQRT(a): a from 0 on", &kInDouble},
    {"cbrt", kScalar, kCbrt, "CBRT(a): cubic root"},
    {"exp", kScalar, kExp, "EXP(a)", &kInDouble},
    {"ln", kScalar, kLn, "LN(a): a above 0", &kInDouble},
    {"log", kScalar, kLog, "LOG(base, a): both above 0, the base not 1", &kInDouble},
    {"log2", kScalar, kLog2, "LOG2(a): a above 0", &kInDouble},
    {"log10", kScalar, kLog10, "LOG10(a): a above 0", &kInDouble},
    {"sign", kScalar, kSign, "SIGN(a): 1.0, 0.0 or -1.0, of a DECIMAL 1, 0 or -1"},
    {"factorial", kScalar, kFactorial, "FACTORIAL(n): NULL outside 0 to 20"},
    {"negative", kScalar, kNegative, "NEGATIVE(a)"},
    {"positive", kScalar, kPositive, "POSITIVE(a)"},
    {"isnan", kScalar, kIsnan, "ISNAN(a): false for NULL", &kInDouble},
    {"pi", kScalar, kPi, "PI()"},
    {"e", kScalar, kE, "E()"},
    {"width_bucket", kScalar, kWidthBucket,
     "WIDTH_BUCKET(a, min, max, n): 0 below, n + 1 from max on"},
    {"shiftleft", kScalar, kShiftleft, "SHIFTLEFT(a, n)"},
    {"shiftright", kScalar, kShiftright, "SHIFTRIGHT(a, n): keeps the sign"},
    {"shiftrightunsigned", kScalar, kShiftrightunsigned, "SHIFTRIGHTUNSIGNED(a, n)"},
};

}  // namespace

std::span<const Function> MathFunctions() { return kMathFunctions; }

}  // namespace paisql::functions
