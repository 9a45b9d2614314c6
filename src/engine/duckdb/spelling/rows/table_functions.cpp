#include "engine/duckdb/spelling/rows/tables.h"

namespace paisql::engine {
namespace {

// The rows of one call: a list of structures.
constexpr Spelling kTableRows[] = {
    {"explode", "(ARRAY<T>) -> STRUCT<col:T>", "list_transform($1, lambda _x: {'col': _x})"},
    {"explode", "(MAP<K,V>) -> STRUCT<key:K,value:V>", "map_entries($1)"},
    {"posexplode", "(ARRAY<T>) -> STRUCT<pos:BIGINT,val:T>",
     "list_transform($1, lambda _x, _i: {'pos': _i - 1, 'val': _x})"},
    {"json_explode", "(JSON) -> STRUCT<key:STRING,value:JSON>", "paisql_json_entries($1)"},
};

}  // namespace

const std::span<const Spelling> kTableSpelling = kTableRows;

}  // namespace paisql::engine
