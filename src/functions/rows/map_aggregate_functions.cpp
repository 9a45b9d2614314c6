#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

// A map has no NULL as key, so that rows with one are left out.
constexpr std::string_view kPairs = "list({'key': $1, 'value': $2})";

constexpr Overload kMapAgg[] = {
    {"(K, V) -> MAP<K,V>", kPairs, "paisql_map_of_pairs(paisql_sorted_pairs($0))"}};
constexpr Overload kMultimapAgg[] = {
    {"(K, V) -> MAP<K,ARRAY<V>>", kPairs,
     "paisql_multimap(list_filter($0, lambda _x: _x.key IS NOT NULL))"}};
constexpr Overload kMapUnion[] = {
    {"(MAP<K,V>) -> MAP<K,V>", "list($1)",
     "paisql_map_of_pairs(paisql_sorted_pairs(paisql_pairs_of_maps($0)))"}};
constexpr Overload kMapUnionSum[] = {
    {"(MAP<K,BIGINT>) -> MAP<K,BIGINT>", "list($1)",
     "CAST(paisql_sums(paisql_multimap(paisql_pairs_of_maps($0))) AS $type)"},
    {"(MAP<K,DOUBLE>) -> MAP<K,DOUBLE>", "list($1)",
     "CAST(paisql_sums(paisql_multimap(paisql_pairs_of_maps($0))) AS $type)"},
};
constexpr Overload kHistogram[] = {{"(K) -> MAP<K,BIGINT>", "histogram($1)", "CAST($0 AS $type)"}};
constexpr Overload kStringAgg[] = {
    {"(STRING) -> STRING", "string_agg($1, ',')"},
    {"(STRING, const STRING) -> STRING", "string_agg($1, $2)"},
};
constexpr Overload kArrayAgg[] = {
    {"(T) -> ARRAY<T>", "list($1)",
     "coalesce(list_filter($0, lambda _x: _x IS NOT NULL), CAST([] AS $type))"}};

constexpr FunctionKind kAggregate = FunctionKind::kAggregate;
constexpr FunctionFlags kOrdered = {.order_sensitive = true};

constexpr Function kTable[] = {
    {"map_agg", kAggregate, kMapAgg, "MAP_AGG(key, value): one value for each key"},
    {"multimap_agg", kAggregate, kMultimapAgg,
     "MULTIMAP_AGG(key, value): an array of the values for each key"},
    {"map_union", kAggregate, kMapUnion, "MAP_UNION(map): all entries, one for each key"},
    {"map_union_sum", kAggregate, kMapUnionSum,
     "MAP_UNION_SUM(map): the sum of the values for each key, NULL being 0"},
    {"histogram", kAggregate, kHistogram, "HISTOGRAM(a): how often each value occurs"},
    {"string_agg", kAggregate, kStringAgg,
     "STRING_AGG(text[, separator]): joined texts without NULLs; NULL for no rows", kOrdered},
    {"array_agg", kAggregate, kArrayAgg, "ARRAY_AGG(a): COLLECT_LIST", kOrdered, "collect_list"},
};

}  // namespace

std::span<const Function> MapAggregateFunctions() { return kTable; }

}  // namespace paisql::functions
