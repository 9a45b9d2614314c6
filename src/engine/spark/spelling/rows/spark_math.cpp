#include "engine/spark/spelling/rows/spark_rows.h"

namespace paisql::engine::spark {
namespace {

// POW, EXP, LN and their like differ in the last digit, ROUND of a DOUBLE rounds its text.

bool RoundsInScale(const std::vector<plan::ExpressionPtr>& arguments) {
  const std::optional<int64_t> digits = ConstantBigint(*arguments[1]);
  return digits && *digits >= 0 && *digits <= arguments[0]->type.scale();
}

constexpr SparkSpelling OfSign(std::string_view function, std::string_view text) {
  return {function, "(DECIMAL) -> DECIMAL", text, kAllCalls, {}, false, false, SignFits};
}

constexpr SparkSpelling kMathTexts[] = {
    {"abs", "(INT) -> INT", "abs(nullif($1, CAST('-2147483648' AS INT)))", kNormalCalls},
    {"abs", "(BIGINT) -> BIGINT", "abs(nullif($1, CAST('-9223372036854775808' AS BIGINT)))",
     kNormalCalls},
    {"abs", "(DOUBLE) -> DOUBLE", "abs($1)"},
    OfSign("abs", "abs($1)"),
    {"ceil", "(BIGINT) -> BIGINT", "$1"},
    {"floor", "(BIGINT) -> BIGINT", "$1"},
    {"positive", "(BIGINT) -> BIGINT", "$1"},
    {"positive", "(DOUBLE) -> DOUBLE", "$1"},
    {"positive", "(DECIMAL) -> DECIMAL", "$1"},
    {"negative", "(BIGINT) -> BIGINT", "try_subtract(CAST(0 AS BIGINT), $1)", kNormalCalls},
    {"negative", "(DOUBLE) -> DOUBLE", "(- $1)"},
    OfSign("negative", "(- $1)"),
    {"round", "(DECIMAL) -> DECIMAL", "CAST(round($1) AS $type)"},
    {.function = "round",
     .signature = "(DECIMAL, const BIGINT) -> DECIMAL",
     .text = "CAST(round($1, CAST($2 AS INT)) AS $type)",
     .only = RoundsInScale},
    {.function = "sqrt",
     .signature = "(DOUBLE) -> DOUBLE",
     .text = "sqrt(CASE WHEN $1 >= CAST(0 AS DOUBLE) THEN $1 END)",
     .modes = kNormalCalls,
     .lazy = true},
    {"isnan", "(DOUBLE) -> BOOLEAN", "coalesce(isnan($1), false)"},
};

}  // namespace

bool SignFits(const std::vector<plan::ExpressionPtr>& arguments) {
  constexpr int kMostDigits = 34;
  return arguments[0]->type.precision() <= kMostDigits;
}

constinit const std::span<const SparkSpelling> kMathRows = kMathTexts;

}  // namespace paisql::engine::spark
