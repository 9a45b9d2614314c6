#include "engine/duckdb/spelling/rows/tables.h"

namespace paisql::engine {
namespace {

constexpr std::string_view kOutside = "$1 < -1 OR $1 > 1";

// The formulas are those that give all digits of the platform's page.
constexpr Spelling kTrigonometryRows[] = {
    {"sin", "(DOUBLE) -> DOUBLE", "sin($1)"},
    {"cos", "(DOUBLE) -> DOUBLE", "cos($1)"},
    {"tan", "(DOUBLE) -> DOUBLE", "tan($1)"},
    {"cot", "(DOUBLE) -> DOUBLE", "cos($1) / sin($1)", {.bad = "$1 = 0"}},
    {"asin", "(DOUBLE) -> DOUBLE", "asin($1)", {.bad = kOutside}},
    {"acos", "(DOUBLE) -> DOUBLE", "acos($1)", {.bad = kOutside}},
    {"atan", "(DOUBLE) -> DOUBLE", "atan($1)"},
    {"atan2", "(DOUBLE, DOUBLE) -> DOUBLE", "atan2($1, $2)"},
    {"sinh", "(DOUBLE) -> DOUBLE", "sinh($1)"},
    {"cosh", "(DOUBLE) -> DOUBLE", "cosh($1)"},
    {"tanh", "(DOUBLE) -> DOUBLE", "tanh($1)"},
    {"degrees", "(DOUBLE) -> DOUBLE", "$1 * 180 / pi()"},
    {"radians", "(DOUBLE) -> DOUBLE", "$1 * pi() / 180"},
};

}  // namespace

const std::span<const Spelling> kTrigonometrySpelling = kTrigonometryRows;

}  // namespace paisql::engine
