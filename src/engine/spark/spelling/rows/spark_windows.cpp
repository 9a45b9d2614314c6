#include "engine/spark/spelling/rows/spark_rows.h"

namespace paisql::engine::spark {
namespace {

// Numbers of rows are an INT in Spark.
constexpr std::string_view kAsBigint = "CAST($0 AS BIGINT)";

constexpr SparkSpelling kWindowTexts[] = {
    {"row_number", "() -> BIGINT", "row_number()", kAllCalls, kAsBigint},
    {"rank", "() -> BIGINT", "rank()", kAllCalls, kAsBigint},
    {"dense_rank", "() -> BIGINT", "dense_rank()", kAllCalls, kAsBigint},
    {"percent_rank", "() -> DOUBLE", "percent_rank()"},
    {"cume_dist", "() -> DOUBLE", "cume_dist()"},
    {"ntile", "(BIGINT) -> BIGINT", "ntile($1)", kAllCalls, kAsBigint},
    {"lag", "(T) -> T", "lag($1)"},
    {"lag", "(T, BIGINT) -> T", "lag($1, $2)"},
    {"lag", "(T, BIGINT, T) -> T", "lag($1, $2, $3)"},
    {"lead", "(T) -> T", "lead($1)"},
    {"lead", "(T, BIGINT) -> T", "lead($1, $2)"},
    {"lead", "(T, BIGINT, T) -> T", "lead($1, $2, $3)"},
    {"first_value", "(T) -> T", "first_value($1)"},
    {"first_value", "(T, const BOOLEAN) -> T", "first_value($1)"},
    {"last_value", "(T) -> T", "last_value($1)"},
    {"last_value", "(T, const BOOLEAN) -> T", "last_value($1)"},
    {"nth_value", "(T, BIGINT) -> T", "nth_value($1, $2)"},
    {"nth_value", "(T, BIGINT, const BOOLEAN) -> T", "nth_value($1, $2)"},
};

}  // namespace

constinit const std::span<const SparkSpelling> kWindowRows = kWindowTexts;

}  // namespace paisql::engine::spark
