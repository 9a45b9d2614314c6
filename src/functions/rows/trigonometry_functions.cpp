#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

constexpr Overload kSin[] = {{"(DOUBLE) -> DOUBLE", "sin($1)"}};
constexpr Overload kCos[] = {{"(DOUBLE) -> DOUBLE", "cos($1)"}};
constexpr Overload kTan[] = {{"(DOUBLE) -> DOUBLE", "tan($1)"}};
constexpr Guard kNoCot = {"$1 = 0", "'in function cot, the argument is 0'",
                          "CAST('infinity' AS DOUBLE)"};
constexpr Overload kCot[] = {{"(DOUBLE) -> DOUBLE", "cot($1)", "", modes::kAny, &kNoCot}};
constexpr std::string_view kOutside = "$1 < -1 OR $1 > 1";
constexpr std::string_view kNan = "CAST('nan' AS DOUBLE)";
constexpr Guard kNoAsin = {kOutside, "'in function asin, the argument is not between -1 and 1'",
                           kNan};
constexpr Guard kNoAcos = {kOutside, "'in function acos, the argument is not between -1 and 1'",
                           kNan};
constexpr Overload kAsin[] = {{"(DOUBLE) -> DOUBLE", "asin($1)", "", modes::kAny, &kNoAsin}};
constexpr Overload kAcos[] = {{"(DOUBLE) -> DOUBLE", "acos($1)", "", modes::kAny, &kNoAcos}};
constexpr Overload kAtan[] = {{"(DOUBLE) -> DOUBLE", "atan($1)"}};
constexpr Overload kAtan2[] = {{"(DOUBLE, DOUBLE) -> DOUBLE", "atan2($1, $2)"}};
constexpr Overload kSinh[] = {{"(DOUBLE) -> DOUBLE", "sinh($1)"}};
constexpr Overload kCosh[] = {{"(DOUBLE) -> DOUBLE", "cosh($1)"}};
constexpr Overload kTanh[] = {{"(DOUBLE) -> DOUBLE", "tanh($1)"}};
constexpr Overload kDegrees[] = {{"(DOUBLE) -> DOUBLE", "degrees($1)"}};
constexpr Overload kRadians[] = {{"(DOUBLE) -> DOUBLE", "radians($1)"}};

constexpr FunctionKind kScalar = FunctionKind::kScalar;

constexpr Function kTable[] = {
    {"sin", kScalar, kSin, "SIN(a)"},
    {"cos", kScalar, kCos, "COS(a)"},
    {"tan", kScalar, kTan, "TAN(a)"},
    {"cot", kScalar, kCot, "COT(a)"},
    {"asin", kScalar, kAsin, "ASIN(a): a from -1 to 1"},
    {"acos", kScalar, kAcos, "ACOS(a): a from -1 to 1"},
    {"atan", kScalar, kAtan, "ATAN(a)"},
    {"atan2", kScalar, kAtan2, "ATAN2(a, b)"},
    {"sinh", kScalar, kSinh, "SINH(a)"},
    {"cosh", kScalar, kCosh, "COSH(a)"},
    {"tanh", kScalar, kTanh, "TANH(a)"},
    {"degrees", kScalar, kDegrees, "DEGREES(radians)"},
    {"radians", kScalar, kRadians, "RADIANS(degrees)"},
};

}  // namespace

std::span<const Function> TrigonometryFunctions() { return kTable; }

}  // namespace paisql::functions
