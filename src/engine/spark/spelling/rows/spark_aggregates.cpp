#include "engine/spark/spelling/rows/spark_rows.h"

namespace paisql::engine::spark {
namespace {

constexpr SparkSpelling kAggregateTexts[] = {
    {"count", "(ANY) -> BIGINT", "count($1)"},
    {"max", "(T) -> T", "max($1)"},
    {"min", "(T) -> T", "min($1)"},
    {"sum", "(DOUBLE) -> DOUBLE", "sum($1)"},
    {"avg", "(DOUBLE) -> DOUBLE", "avg($1)"},
};

}  // namespace

constinit const std::span<const SparkSpelling> kAggregateRows = kAggregateTexts;

}  // namespace paisql::engine::spark
