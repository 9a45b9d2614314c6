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

constexpr Function kTrigonometryFunctions[] = {
    {"sin", kScalar, kSin, "SIN(a)", &kInDouble},
    {"cos", kScalar, kCos, "COS(a)", &kInDouble},
    {"tan", kScalar, kTan, "TAN(a)", &kInDouble},
    {"cot", kScalar, kCot, "COT(a)", &kInDouble},
    {"asin", kScalar, kAsin, "ASIN(a): a from -1 to 1", &kInDouble},
    {"acos", kScalar, kAcos, "ACOS(a): a from -1 to 1", &kInDouble},
    {"atan", kScalar, kAtan, "ATAN(a)", &kInDouble},
    {"atan2", kScalar, kAtan2, "ATAN2(a, b)", &kInDouble},
    {"sinh", kScalar, kSinh, "SINH(a)", &kInDouble},
    {"cosh", kScalar, kCosh, "COSH(a)", &kInDouble},
    {"tanh", kScalar, kTanh, "TANH(a)", &kInDouble},
    {"degrees", kScalar, kDegrees, "DEGREES(radians)", &kInDouble},
    {"radians", kScalar, kRadians, "RADIANS(degrees)", &kInDouble},
};

}  // namespace

std::span<const Function> TrigonometryFunctions() { return kTrigonometryFunctions; }

}  // namespace paisql::functions
