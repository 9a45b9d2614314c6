#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

// A signature has one type for all keys and one for all values, so each number of pairs is a row.
constexpr Overload kMap[] = {
    Total("() -> MAP<K,V>"),
    Total("(K, V) -> MAP<K,V>"),
    {"(K, V, K, V) -> MAP<K,V>"},
    {"(K, V, K, V, K, V) -> MAP<K,V>"},
    {"(K, V, K, V, K, V, K, V) -> MAP<K,V>"},
    {"(K, V, K, V, K, V, K, V, K, V) -> MAP<K,V>"},
    {"(K, V, K, V, K, V, K, V, K, V, K, V) -> MAP<K,V>"},
    {"(K, V, K, V, K, V, K, V, K, V, K, V, K, V) -> MAP<K,V>"},
    {"(K, V, K, V, K, V, K, V, K, V, K, V, K, V, K, V) -> MAP<K,V>"},
};
constexpr Overload kMapKeys[] = {{"(MAP<K,V>) -> ARRAY<K>"}};
constexpr Overload kMapValues[] = {{"(MAP<K,V>) -> ARRAY<V>"}};
constexpr Overload kMapEntries[] = {{"(MAP<K,V>) -> ARRAY<STRUCT<key:K,value:V>>"}};
constexpr Overload kMapFromArrays[] = {{"(ARRAY<K>, ARRAY<V>) -> MAP<K,V>"}};
constexpr Overload kMapConcat[] = {
    {"(MAP<K,V>...) -> MAP<K,V>"},
    {"(const STRING, MAP<K,V>...) -> MAP<K,V>"},
};
constexpr Overload kMapFromEntries[] = {
    {"(ANY) -> ANY"},
    {"(const STRING, ANY) -> ANY"},
};
constexpr Overload kMultimapFromEntries[] = {{"(ANY) -> ANY"}};

constexpr Function kMapFunctions[] = {
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
     &kNoFlags,
     {},
     "entries"},
    {"multimap_from_entries",
     kScalar,
     kMultimapFromEntries,
     "MULTIMAP_FROM_ENTRIES(array of structures): an array of the values for each key",
     &kNoFlags,
     {},
     "entry_lists"},
};

}  // namespace

std::span<const Function> MapFunctions() { return kMapFunctions; }

}  // namespace paisql::functions
