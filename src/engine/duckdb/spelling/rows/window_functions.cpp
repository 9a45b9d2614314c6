#include "engine/duckdb/spelling/rows/tables.h"

namespace paisql::engine {
namespace {

constexpr Spelling kWindowRows[] = {
    {"row_number", "() -> BIGINT", "row_number()"},
    {"rank", "() -> BIGINT", "rank()"},
    {"dense_rank", "() -> BIGINT", "dense_rank()"},
    {"percent_rank", "() -> DOUBLE", "percent_rank()"},
    {"cume_dist", "() -> DOUBLE", "cume_dist()"},
    {"ntile", "(BIGINT) -> BIGINT", "ntile($1)"},
    {"cluster_sample",
     "(const BIGINT) -> BOOLEAN",
     "row_number(ORDER BY random())",
     {.finish = "($0 <= $1)"}},
    {"cluster_sample",
     "(const BIGINT, const BIGINT) -> BOOLEAN",
     "ntile($1 ORDER BY random())",
     {.finish = "($0 <= $2)"}},
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

const std::span<const Spelling> kWindowSpelling = kWindowRows;

}  // namespace paisql::engine
