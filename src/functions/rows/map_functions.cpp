#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

// A signature has one type for all keys and one for all values, so each number of pairs is a row.
constexpr Overload kMap[] = {
    {"() -> MAP<K,V>", "MAP {}"},
    {"(K, V) -> MAP<K,V>", "MAP {$1: $2}"},
    {"(K, V, K, V) -> MAP<K,V>", "paisql_map([$1, $3], [$2, $4])"},
    {"(K, V, K, V, K, V) -> MAP<K,V>", "paisql_map([$1, $3, $5], [$2, $4, $6])"},
    {"(K, V, K, V, K, V, K, V) -> MAP<K,V>", "paisql_map([$1, $3, $5, $7], [$2, $4, $6, $8])"},
    {"(K, V, K, V, K, V, K, V, K, V) -> MAP<K,V>",
     "paisql_map([$1, $3, $5, $7, $9], [$2, $4, $6, $8, $10])"},
    {"(K, V, K, V, K, V, K, V, K, V, K, V) -> MAP<K,V>",
     "paisql_map([$1, $3, $5, $7, $9, $11], [$2, $4, $6, $8, $10, $12])"},
    {"(K, V, K, V, K, V, K, V, K, V, K, V, K, V) -> MAP<K,V>",
     "paisql_map([$1, $3, $5, $7, $9, $11, $13], [$2, $4, $6, $8, $10, $12, $14])"},
    {"(K, V, K, V, K, V, K, V, K, V, K, V, K, V, K, V) -> MAP<K,V>",
     "paisql_map([$1, $3, $5, $7, $9, $11, $13, $15], [$2, $4, $6, $8, $10, $12, $14, $16])"},
};
constexpr Overload kMapKeys[] = {{"(MAP<K,V>) -> ARRAY<K>", "map_keys($1)"}};
constexpr Overload kMapValues[] = {{"(MAP<K,V>) -> ARRAY<V>", "map_values($1)"}};
constexpr Overload kMapEntries[] = {
    {"(MAP<K,V>) -> ARRAY<STRUCT<key:K,value:V>>", "map_entries($1)"}};
constexpr Overload kMapFromArrays[] = {
    {"(ARRAY<K>, ARRAY<V>) -> MAP<K,V>", "paisql_map_from_arrays($1, $2)"}};
constexpr Overload kMapConcat[] = {
    {"(MAP<K,V>...) -> MAP<K,V>", "paisql_map_concat('last_win', [$*])"},
    {"(const STRING, MAP<K,V>...) -> MAP<K,V>", "paisql_map_concat($1, [$2*])"},
};
constexpr Overload kMapFromEntries[] = {
    {"(ANY) -> ANY", "paisql_map_of_entries('last_win', $1)"},
    {"(const STRING, ANY) -> ANY", "paisql_map_of_entries($1, $2)"},
};
constexpr Overload kMultimapFromEntries[] = {{"(ANY) -> ANY", "paisql_multimap_from_entries($1)"}};
constexpr FunctionKind kScalar = FunctionKind::kScalar;

constexpr Function kTable[] = {
    {"map", kScalar, kMap, "MAP(key, value, ...): up to 8 pairs, the last of equal keys wins"},
    {"map_keys", kScalar, kMapKeys, "MAP_KEYS(map)"},
    {"map_values", kScalar, kMapValues, "MAP_VALUES(map)"},
    {"map_entries", kScalar, kMapEntries, "MAP_ENTRIES(map): an array of key and value"},
    {"map_from_arrays", kScalar, kMapFromArrays, "MAP_FROM_ARRAYS(keys, values)"},
    {"map_concat", kScalar, kMapConcat, "MAP_CONCAT(['exception' or 'last_win',] map, ...)"},
    {"map_from_entries",
     kScalar,
     kMapFromEntries,
     "MAP_FROM_ENTRIES(['exception' or 'last_win',] array of structures of key and value)",
     {},
     {},
     "entries"},
    {"multimap_from_entries",
     kScalar,
     kMultimapFromEntries,
     "MULTIMAP_FROM_ENTRIES(array of structures): an array of the values for each key",
     {},
     {},
     "entry_lists"},
};

}  // namespace

std::span<const Function> MapFunctions() { return kTable; }

}  // namespace paisql::functions
