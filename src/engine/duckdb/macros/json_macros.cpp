#include "engine/duckdb/macros/tables.h"

namespace paisql::engine {
namespace {

constexpr Macro kJsonMacroRows[] = {
    {"paisql_json_entries", "_j",
     "CASE json_type(_j) "
     "WHEN 'ARRAY' THEN list_transform(CAST(_j AS JSON[]), "
     "lambda _x: {'key': CAST(NULL AS VARCHAR), 'value': coalesce(_x, CAST('null' AS JSON))}) "
     "WHEN 'OBJECT' THEN list_transform(json_keys(_j), "
     "lambda _x: {'key': _x, 'value': paisql_json_member(_j, _x)}) "
     "ELSE CASE WHEN _j IS NOT NULL THEN error('ODPS-0121095|in function json_explode, the JSON is "
     "neither an array nor an object') END END"},
    // Entries of maps to be: sorted by key, and of equal keys the last one last. Neighbours are
    // looked at in pairs, because a lambda that names a whole list copies it for each element.
    {"paisql_sorted_pairs", "_e",
     "list_sort(list_transform(list_filter(_e, lambda _x: struct_extract_at(_x, 1) IS NOT NULL), "
     "lambda _x, _i: {'k': struct_extract_at(_x, 1), 'i': _i, 'v': struct_extract_at(_x, 2)}))"},
    {"paisql_map_of_pairs", "_s",
     "CASE WHEN _s IS NOT NULL THEN map_from_entries(list_transform(list_filter(list_zip(_s, "
     "_s[2:]), "
     "lambda _z: struct_extract_at(_z, 2) IS NULL OR "
     "struct_extract_at(_z, 1).k <> struct_extract_at(_z, 2).k), "
     "lambda _z: {'key': struct_extract_at(_z, 1).k, 'value': struct_extract_at(_z, 1).v})) END"},
    {"paisql_pairs_of_maps", "_l", "flatten(list_transform(_l, lambda _x: map_entries(_x)))"},
    {"paisql_sums", "_m",
     "map_from_entries(list_transform(map_entries(_m), lambda _x: {'key': _x.key, "
     "'value': coalesce(list_sum(_x.value), 0)}))"},
};

}  // namespace

const std::span<const Macro> kJsonMacros = kJsonMacroRows;

}  // namespace paisql::engine
