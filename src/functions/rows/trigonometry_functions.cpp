#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

constexpr Overload kSin[] = {{"(DOUBLE) -> DOUBLE"}};
constexpr Overload kCos[] = {{"(DOUBLE) -> DOUBLE"}};
constexpr Overload kTan[] = {{"(DOUBLE) -> DOUBLE"}};
constexpr Guard kNoCot = {"in function cot, the argument is 0", Instead::kInfinity};
constexpr Overload kCot[] = {{"(DOUBLE) -> DOUBLE", modes::kAny, &kNoCot}};
constexpr Guard kNoAsin = {"in function asin, the argument is not between -1 and 1", Instead::kNan};
constexpr Guard kNoAcos = {"in function acos, the argument is not between -1 and 1", Instead::kNan};
constexpr Overload kAsin[] = {{"(DOUBLE) -> DOUBLE", modes::kAny, &kNoAsin}};
constexpr Overload kAcos[] = {{"(DOUBLE) -> DOUBLE", modes::kAny, &kNoAcos}};
constexpr Overload kAtan[] = {{"(DOUBLE) -> DOUBLE"}};
constexpr Overload kAtan2[] = {{"(DOUBLE, DOUBLE) -> DOUBLE"}};
constexpr Overload kSinh[] = {{"(DOUBLE) -> DOUBLE"}};
constexpr Overload kCosh[] = {{"(DOUBLE) -> DOUBLE"}};
constexpr Overload kTanh[] = {{"(DOUBLE) -> DOUBLE"}};
constexpr Overload kDegrees[] = {{"(DOUBLE) -> DOUBLE"}};
constexpr Overload kRadians[] = {{"(DOUBLE) -> DOUBLE"}};

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
