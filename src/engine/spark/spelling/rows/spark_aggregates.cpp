#include "engine/spark/spelling/rows/spark_rows.h"

namespace paisql::engine::spark {
namespace {

// The sum of a DECIMAL has ten digits more than its terms to Spark, and Sail does not see that it
// has too many.
bool SumFits(const std::vector<plan::ExpressionPtr>& arguments) {
  return arguments[0]->type.precision() <= kMaxDecimalPrecision - 10;
}

// Sail passes over NaN.
bool HasNoNan(const std::vector<plan::ExpressionPtr>& arguments) {
  const TypeId type = arguments[0]->type.id();
  return type != TypeId::kDouble && type != TypeId::kFloat;
}

constexpr SparkSpelling kAggregateTexts[] = {
    {"count", "(ANY) -> BIGINT", "count($1)"},
    {"count", "(ANY, ANY) -> BIGINT", "count($*)"},
    {"count", "(ANY, ANY, ANY) -> BIGINT", "count($*)"},
    {"count", "(ANY, ANY, ANY, ANY) -> BIGINT", "count($*)"},
    {"count_if", "(BOOLEAN) -> BIGINT", "count_if($1)"},
    {.function = "max", .signature = "(T) -> T", .text = "max($1)", .only = HasNoNan},
    {"max", "(T) -> T", "max($1)", kAllCalls, {}, true},
    {.function = "min", .signature = "(T) -> T", .text = "min($1)", .only = HasNoNan},
    {"min", "(T) -> T", "min($1)", kAllCalls, {}, true},
    {"sum", "(INT) -> BIGINT", "sum($1)"},
    {"sum", "(BIGINT) -> BIGINT", "sum($1)", kAllCalls, {}, true},
    {"sum", "(BIGINT) -> BIGINT", "sum(CAST($1 AS DECIMAL(28,0)))", kAllCalls,
     "CAST($0 AS BIGINT)"},
    {"sum", "(DOUBLE) -> DOUBLE", "sum($1)"},
    {.function = "sum",
     .signature = "(DECIMAL) -> DECIMAL",
     .text = "sum($1)",
     .finish = "CAST($0 AS $type)",
     .only = SumFits},
    {"sum", "(DECIMAL) -> DECIMAL", "sum($1)", kAllCalls, "CAST($0 AS $type)", true},
    {"avg", "(BIGINT) -> DOUBLE", "avg($1)"},
    {"avg", "(DOUBLE) -> DOUBLE", "avg($1)"},
    {.function = "avg",
     .signature = "(DECIMAL) -> DECIMAL",
     .text = "sum($1) / count($1)",
     .only = SumFits},
    {.function = "avg",
     .signature = "(DECIMAL) -> DECIMAL",
     .text = "sum($1) / count($1)",
     .spark_alone = true},
    {"collect_list", "(T) -> ARRAY<T>", "collect_list($1)"},
    {"bool_and", "(BOOLEAN) -> BOOLEAN", "bool_and($1)"},
    {"bool_or", "(BOOLEAN) -> BOOLEAN", "bool_or($1)"},
    {"bitwise_and_agg", "(BIGINT) -> BIGINT", "bit_and($1)"},
    {"bitwise_or_agg", "(BIGINT) -> BIGINT", "bit_or($1)"},
    {"bitwise_xor_agg", "(BIGINT) -> BIGINT", "bit_xor($1)"},
};

}  // namespace

constinit const std::span<const SparkSpelling> kAggregateRows = kAggregateTexts;

}  // namespace paisql::engine::spark
