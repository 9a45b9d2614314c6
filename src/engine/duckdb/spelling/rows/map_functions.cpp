#include "engine/duckdb/spelling/rows/tables.h"

namespace paisql::engine {
namespace {

constexpr Spelling kMapRows[] = {
    {"map", "() -> MAP<K,V>", "MAP {}"},
    {"map", "(K, V) -> MAP<K,V>", "MAP {$1: $2}"},
    {"map", "(K, V, K, V) -> MAP<K,V>", "paisql_map([$1, $3], [$2, $4])"},
    {"map", "(K, V, K, V, K, V) -> MAP<K,V>", "paisql_map([$1, $3, $5], [$2, $4, $6])"},
    {"map", "(K, V, K, V, K, V, K, V) -> MAP<K,V>",
     "paisql_map([$1, $3, $5, $7], [$2, $4, $6, $8])"},
    {"map", "(K, V, K, V, K, V, K, V, K, V) -> MAP<K,V>",
     "paisql_map([$1, $3, $5, $7, $9], [$2, $4, $6, $8, $10])"},
    {"map", "(K, V, K, V, K, V, K, V, K, V, K, V) -> MAP<K,V>",
     "paisql_map([$1, $3, $5, $7, $9, $11], [$2, $4, $6, $8, $10, $12])"},
    {"map", "(K, V, K, V, K, V, K, V, K, V, K, V, K, V) -> MAP<K,V>",
     "paisql_map([$1, $3, $5, $7, $9, $11, $13], [$2, $4, $6, $8, $10, $12, $14])"},
    {"map", "(K, V, K, V, K, V, K, V, K, V, K, V, K, V, K, V) -> MAP<K,V>",
     "paisql_map([$1, $3, $5, $7, $9, $11, $13, $15], [$2, $4, $6, $8, $10, $12, $14, $16])"},
    {"map_keys", "(MAP<K,V>) -> ARRAY<K>", "map_keys($1)"},
    {"map_values", "(MAP<K,V>) -> ARRAY<V>", "map_values($1)"},
    {"map_entries", "(MAP<K,V>) -> ARRAY<STRUCT<key:K,value:V>>", "map_entries($1)"},
    {"map_from_arrays", "(ARRAY<K>, ARRAY<V>) -> MAP<K,V>", "paisql_map_from_arrays($1, $2)"},
    {"map_concat", "(MAP<K,V>...) -> MAP<K,V>", "paisql_map_concat('last_win', [$*])"},
    {"map_concat", "(const STRING, MAP<K,V>...) -> MAP<K,V>", "paisql_map_concat($1, [$2*])"},
    {"map_from_entries", "(ANY) -> ANY", "paisql_map_of_entries('last_win', $1)"},
    {"map_from_entries", "(const STRING, ANY) -> ANY", "paisql_map_of_entries($1, $2)"},
    {"multimap_from_entries", "(ANY) -> ANY", "paisql_multimap_from_entries($1)"},
};

}  // namespace

const std::span<const Spelling> kMapSpelling = kMapRows;

}  // namespace paisql::engine
