#include "engine/duckdb/spelling/rows/tables.h"

namespace paisql::engine {
namespace {

constexpr Spelling kJsonRows[] = {
    {"get_json_object", "(STRING, STRING) -> STRING", "paisql_get_json_object($1, $2)"},
    {"get_json_object", "(JSON, STRING) -> STRING", "paisql_json_get($1, $2)"},
    {"from_json", "(STRING, const STRING) -> ANY", "$from_json($1)"},
    {"to_json", "(ANY) -> STRING", "$to_json($1)"},
    {"json_parse", "(STRING) -> JSON", "paisql_json_parse($1)"},
    {"json_valid", "(STRING) -> BOOLEAN", "paisql_json_valid($1)"},
    {"json_format", "(JSON) -> STRING", "paisql_json_format($1)"},
    {"json_pretty", "(JSON) -> STRING", "paisql_json_pretty($1)"},
    {"json_unquote", "(JSON) -> STRING", "paisql_json_unquote($1)"},
    {"json_type", "(JSON) -> STRING", "paisql_json_type($1)"},
    {"json_extract", "(JSON, STRING) -> JSON", "paisql_json_extract($1, $2)"},
    {"json_exists", "(JSON, STRING) -> BOOLEAN", "paisql_json_exists($1, $2)"},
    {"json_length", "(JSON) -> BIGINT", "paisql_json_length($1)"},
    {"json_length", "(JSON, STRING) -> BIGINT", "paisql_json_length_at($1, $2)"},
    {"json_contains", "(JSON, JSON) -> BOOLEAN", "paisql_json_contains($1, $2)"},
    {"json_contains", "(JSON, JSON, STRING) -> BOOLEAN", "paisql_json_contains_at($1, $2, $3)"},
    {"json_object", "(ANY*) -> JSON", "paisql_json_object($*)"},
    {"json_array", "(ANY*) -> JSON", "paisql_json_array($*)"},
    {"json_set", "(JSON, ARRAY<STRING>, JSON) -> JSON", "paisql_json_set($1, $2, $3, false)"},
    {"json_set", "(JSON, ARRAY<STRING>, JSON, BOOLEAN) -> JSON", "paisql_json_set($1, $2, $3, $4)"},
    {"json_insert", "(JSON, ARRAY<STRING>, JSON) -> JSON", "paisql_json_insert($1, $2, $3, false)"},
    {"json_insert", "(JSON, ARRAY<STRING>, JSON, BOOLEAN) -> JSON",
     "paisql_json_insert($1, $2, $3, $4)"},
    {"json_strip_nulls", "(JSON) -> JSON", "paisql_json_strip_nulls($1, true, false, '$')"},
    {"json_strip_nulls", "(JSON, BOOLEAN) -> JSON", "paisql_json_strip_nulls($1, $2, false, '$')"},
    {"json_strip_nulls", "(JSON, BOOLEAN, BOOLEAN) -> JSON",
     "paisql_json_strip_nulls($1, $2, $3, '$')"},
    {"json_strip_nulls", "(JSON, BOOLEAN, BOOLEAN, STRING) -> JSON",
     "paisql_json_strip_nulls($1, $2, $3, $4)"},
};

}  // namespace

const std::span<const Spelling> kJsonSpelling = kJsonRows;

}  // namespace paisql::engine
