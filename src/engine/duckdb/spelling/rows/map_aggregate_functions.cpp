#include "engine/duckdb/spelling/rows/tables.h"

namespace paisql::engine {
namespace {

// A map has no NULL as key, so that rows with one are left out.
constexpr std::string_view kPairs = "list({'key': $1, 'value': $2})";

constexpr JoinedLater kSeparatorSecond = {
    1, "list($1)",
    "CASE WHEN len(list_filter($0, lambda _x: _x IS NOT NULL)) > 0 THEN paisql_join($0, $2) END"};

constexpr Spelling kMapAggregateRows[] = {
    {"map_agg",
     "(K, V) -> MAP<K,V>",
     kPairs,
     {.finish = "paisql_map_of_pairs(paisql_sorted_pairs($0))"}},
    {"multimap_agg",
     "(K, V) -> MAP<K,ARRAY<V>>",
     kPairs,
     {.finish = "paisql_multimap(list_filter($0, lambda _x: _x.key IS NOT NULL))"}},
    {"map_union",
     "(MAP<K,V>) -> MAP<K,V>",
     "list($1)",
     {.finish = "paisql_map_of_pairs(paisql_sorted_pairs(paisql_pairs_of_maps($0)))"}},
    {"map_union_sum",
     "(MAP<K,BIGINT>) -> MAP<K,BIGINT>",
     "list($1)",
     {.finish = "CAST(paisql_sums(paisql_multimap(paisql_pairs_of_maps($0))) AS $type)"}},
    {"map_union_sum",
     "(MAP<K,DOUBLE>) -> MAP<K,DOUBLE>",
     "list($1)",
     {.finish = "CAST(paisql_sums(paisql_multimap(paisql_pairs_of_maps($0))) AS $type)"}},
    {"map_union_sum",
     "(MAP<K,DECIMAL(38,18)>) -> MAP<K,DECIMAL(38,18)>",
     "list($1)",
     {.finish = "CAST(paisql_sums(paisql_multimap(paisql_pairs_of_maps($0))) AS $type)"}},
    {"histogram", "(K) -> MAP<K,BIGINT>", "histogram($1)", {.finish = "CAST($0 AS $type)"}},
    {"numeric_histogram",
     "(const BIGINT, DOUBLE) -> MAP<DOUBLE,DOUBLE>",
     "list({'value': $2, 'weight': CAST(1 AS DOUBLE)})",
     {.finish = "paisql_numeric_histogram($0, $1)"}},
    {"numeric_histogram",
     "(const BIGINT, DOUBLE, DOUBLE) -> MAP<DOUBLE,DOUBLE>",
     "list({'value': $2, 'weight': $3})",
     {.finish = "paisql_numeric_histogram($0, $1)"}},
    {"string_agg", "(STRING) -> STRING", "string_agg($1, ',')"},
    {"string_agg",
     "(STRING, const STRING) -> STRING",
     "string_agg($1, $2)",
     {.later = &kSeparatorSecond}},
    {"array_agg",
     "(T) -> ARRAY<T>",
     "list($1)",
     {.finish = "coalesce(list_filter($0, lambda _x: _x IS NOT NULL), CAST([] AS $type))"}},
};

}  // namespace

const std::span<const Spelling> kMapAggregateSpelling = kMapAggregateRows;

}  // namespace paisql::engine
