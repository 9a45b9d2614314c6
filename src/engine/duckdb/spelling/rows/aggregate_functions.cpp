#include "engine/duckdb/spelling/rows/tables.h"

namespace paisql::engine {
namespace {

constexpr JoinedLater kSeparatorFirst = {
    0, "list($2)",
    "CASE WHEN len(list_filter($0, lambda _x: _x IS NOT NULL)) > 0 THEN paisql_join($0, $1) END"};

constexpr Spelling kAggregateRows[] = {
    {"count", "(ANY) -> BIGINT", "count($1)"},
    {"count", "(ANY, ANY) -> BIGINT",
     "count(CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL THEN row($*) END)"},
    {"count", "(ANY, ANY, ANY) -> BIGINT",
     "count(CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL AND $3 IS NOT NULL THEN row($*) END)"},
    {"count", "(ANY, ANY, ANY, ANY) -> BIGINT",
     "count(CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL AND $3 IS NOT NULL AND $4 IS NOT NULL "
     "THEN row($*) END)"},
    {"count_if",
     "(BOOLEAN) -> BIGINT",
     "count_if($1)",
     {.finish = "CAST(coalesce($0, 0) AS BIGINT)"}},
    // DuckDB sums integers in 128 bits; the CAST brings the overflow error that BIGINT has.
    {"sum", "(INT) -> BIGINT", "sum($1)", {.finish = "CAST($0 AS BIGINT)"}},
    {"sum", "(BIGINT) -> BIGINT", "sum($1)", {.finish = "CAST($0 AS BIGINT)"}},
    {"sum", "(DOUBLE) -> DOUBLE", "sum($1)"},
    {"sum", "(DECIMAL) -> DECIMAL", "sum($1)", {.finish = "CAST($0 AS $type)"}},
    {"avg", "(BIGINT) -> DOUBLE", "avg($1)"},
    {"avg", "(DOUBLE) -> DOUBLE", "avg($1)"},
    // DuckDB's average of DECIMALs is a DOUBLE; the quotient of two aggregates divides exactly.
    {"avg", "(DECIMAL) -> DECIMAL", "sum($1) / count($1)"},
    {"max", "(T) -> T", "max($1)"},
    {"min", "(T) -> T", "min($1)"},
    {"wm_concat",
     "(const STRING, STRING) -> STRING",
     "string_agg($2, $1)",
     {.later = &kSeparatorFirst}},
    {"collect_list",
     "(T) -> ARRAY<T>",
     "list($1)",
     {.finish = "coalesce(list_filter($0, lambda _x: _x IS NOT NULL), CAST([] AS $type))"}},
    {"collect_set",
     "(T) -> ARRAY<T>",
     "list($1)",
     {.finish = "coalesce(list_distinct($0), CAST([] AS $type))"}},
    {"any_value", "(T) -> T", "any_value($1)"},
    {"arg_max", "(K, V) -> V", "arg_max_null($2, $1)"},
    {"arg_min", "(K, V) -> V", "arg_min_null($2, $1)"},
    {"max_by", "(V, K) -> V", "arg_max_null($1, $2)"},
    {"min_by", "(V, K) -> V", "arg_min_null($1, $2)"},
    {"approx_distinct", "(ANY) -> BIGINT", "approx_count_distinct($1)"},
    {"bool_and", "(BOOLEAN) -> BOOLEAN", "bool_and($1)"},
    {"bool_or", "(BOOLEAN) -> BOOLEAN", "bool_or($1)"},
    {"bitwise_and_agg", "(BIGINT) -> BIGINT", "bit_and($1)"},
    {"bitwise_or_agg", "(BIGINT) -> BIGINT", "bit_or($1)"},
    {"bitwise_xor_agg", "(BIGINT) -> BIGINT", "bit_xor($1)"},
};

}  // namespace

const std::span<const Spelling> kAggregateSpelling = kAggregateRows;

}  // namespace paisql::engine
