#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

// A map has no NULL as key, so that rows with one are left out.

constexpr Overload kMapAgg[] = {{"(K, V) -> MAP<K,V>"}};
constexpr Overload kMultimapAgg[] = {{"(K, V) -> MAP<K,ARRAY<V>>"}};
constexpr Overload kMapUnion[] = {{"(MAP<K,V>) -> MAP<K,V>"}};
constexpr Overload kMapUnionSum[] = {
    {"(MAP<K,BIGINT>) -> MAP<K,BIGINT>"},
    {"(MAP<K,DOUBLE>) -> MAP<K,DOUBLE>"},
    {"(MAP<K,DECIMAL(38,18)>) -> MAP<K,DECIMAL(38,18)>"},
};
constexpr Overload kHistogram[] = {{"(K) -> MAP<K,BIGINT>"}};
constexpr Overload kNumericHistogram[] = {
    {"(const BIGINT, DOUBLE) -> MAP<DOUBLE,DOUBLE>"},
    {"(const BIGINT, DOUBLE, DOUBLE) -> MAP<DOUBLE,DOUBLE>"},
};
constexpr Overload kStringAgg[] = {
    {"(STRING) -> STRING"},
    {"(STRING, const STRING) -> STRING"},
};
constexpr Overload kArrayAgg[] = {{"(T) -> ARRAY<T>"}};

constexpr Function kMapAggregateFunctions[] = {
    {"map_agg", kAggregate, kMapAgg, "MAP_AGG(key, value): one value for each key"},
    {"multimap_agg", kAggregate, kMultimapAgg,
     "MULTIMAP_AGG(key, value): an array of the values for each key"},
    {"map_union", kAggregate, kMapUnion, "MAP_UNION(map): all entries, one for each key"},
    {"map_union_sum", kAggregate, kMapUnionSum,
     "MAP_UNION_SUM(map): the sum of the values for each key, NULL being 0"},
    {"histogram", kAggregate, kHistogram, "HISTOGRAM(a): how often each value occurs"},
    {"numeric_histogram", kAggregate, kNumericHistogram,
     "NUMERIC_HISTOGRAM(n, a[, weight]): the centers and weights of at most n bins", &kInDouble},
    {"string_agg", kAggregate, kStringAgg,
     "STRING_AGG(text[, separator]): joined texts without NULLs; NULL for no rows", &kOrdered},
    {"array_agg", kAggregate, kArrayAgg, "ARRAY_AGG(a): COLLECT_LIST", &kOrdered, "collect_list"},
};

}  // namespace

std::span<const Function> MapAggregateFunctions() { return kMapAggregateFunctions; }

}  // namespace paisql::functions
