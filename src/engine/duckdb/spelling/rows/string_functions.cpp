#include "engine/duckdb/spelling/rows/tables.h"

namespace paisql::engine {
namespace {

constexpr Spelling kStringRows[] = {
    // DuckDB's own concat() leaves NULLs out, so the texts are joined by ||, which does not.
    {"concat", "() -> STRING", "CAST(NULL AS VARCHAR)"},
    {"concat", "(STRING) -> STRING", "$1"},
    {"concat", "(STRING, STRING) -> STRING", "($1 || $2)"},
    {"concat", "(STRING, STRING, STRING) -> STRING", "($1 || $2 || $3)"},
    {"concat", "(STRING, STRING, STRING, STRING) -> STRING", "($1 || $2 || $3 || $4)"},
    {"concat", "(STRING, STRING, STRING, STRING, STRING) -> STRING",
     "($1 || $2 || $3 || $4 || $5)"},
    {"concat", "(STRING, STRING, STRING, STRING, STRING, STRING...) -> STRING",
     "paisql_concat($*)"},
    {"concat", "(ARRAY<T>, ARRAY<T>) -> ARRAY<T>",
     "CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL THEN list_concat($1, $2) END"},
    {"concat", "(ARRAY<T>, ARRAY<T>, ARRAY<T>...) -> ARRAY<T>",
     "CASE WHEN len(list_filter([$*], lambda _x: _x IS NULL)) = 0 THEN flatten([$*]) END"},
    {"concat_ws",
     "(STRING, ARRAY<STRING>) -> STRING",
     "paisql_concat_ws($1, $2)",
     {.modes = functions::modes::kNotHive}},
    {"concat_ws",
     "(STRING, STRING...) -> STRING",
     "paisql_concat_ws($1, [$2*])",
     {.modes = functions::modes::kNotHive}},
    {"concat_ws",
     "(STRING, ARRAY<STRING>) -> STRING",
     "paisql_concat_ws_hive($1, $2)",
     {.modes = functions::modes::kHive}},
    {"concat_ws",
     "(STRING, STRING...) -> STRING",
     "paisql_concat_ws_hive($1, [$2*])",
     {.modes = functions::modes::kHive}},
    {"length", "(STRING) -> BIGINT", "length($1)"},
    {"length", "(BINARY) -> BIGINT", "octet_length($1)"},
    {"length", "(STRING) -> INT", "CAST(length($1) AS INTEGER)"},
    {"length", "(BINARY) -> INT", "CAST(octet_length($1) AS INTEGER)"},
    {"lengthb", "(STRING) -> BIGINT", "strlen($1)"},
    {"lengthb", "(BINARY) -> BIGINT", "octet_length($1)"},
    {"lengthb", "(STRING) -> INT", "CAST(strlen($1) AS INTEGER)"},
    {"lengthb", "(BINARY) -> INT", "CAST(octet_length($1) AS INTEGER)"},
    {"tolower", "(STRING) -> STRING", "lower($1)"},
    {"toupper", "(STRING) -> STRING", "upper($1)"},
    {"initcap", "(STRING) -> STRING", "paisql_initcap($1)"},
    {"trim", "(STRING) -> STRING", "trim($1)"},
    {"trim", "(STRING, STRING) -> STRING", "trim($1, $2)"},
    {"ltrim", "(STRING) -> STRING", "ltrim($1)"},
    {"ltrim", "(STRING, STRING) -> STRING", "ltrim($1, $2)"},
    {"rtrim", "(STRING) -> STRING", "rtrim($1)"},
    {"rtrim", "(STRING, STRING) -> STRING", "rtrim($1, $2)"},
    {"lpad",
     "(STRING, BIGINT, STRING) -> STRING",
     "CASE WHEN $2 <= 0 THEN substring($1, 1, 0) "
     "ELSE lpad($1, CAST(paisql_room($2, 1) AS INTEGER), paisql_padding($3)) END",
     {.bad = "$3 = '' AND length($1) < $2"}},
    {"rpad",
     "(STRING, BIGINT, STRING) -> STRING",
     "CASE WHEN $2 <= 0 THEN substring($1, 1, 0) "
     "ELSE rpad($1, CAST(paisql_room($2, 1) AS INTEGER), paisql_padding($3)) END",
     {.bad = "$3 = '' AND length($1) < $2"}},
    {"replace", "(STRING, STRING, STRING) -> STRING",
     "replace($1, $2, paisql_replacement_room($1, $2, $3))"},
    {"translate", "(STRING, STRING, STRING) -> STRING", "translate($1, $2, $3)"},
    {"reverse", "(STRING) -> STRING", "reverse($1)"},
    {"reverse", "(ARRAY<T>) -> ARRAY<T>", "list_reverse($1)"},
    {"repeat", "(STRING, BIGINT) -> STRING", "paisql_repeat($1, $2)"},
    {"space", "(BIGINT) -> STRING", "CASE WHEN $1 IS NOT NULL THEN paisql_repeat(' ', $1) END"},
    {"ascii", "(STRING) -> BIGINT", "CAST(ascii($1) AS BIGINT)"},
    {"chr", "(BIGINT) -> STRING", "chr(CAST($1 AS INTEGER))", {.bad = "$1 < 0 OR $1 > 255"}},
    {"soundex", "(STRING) -> STRING", "paisql_soundex($1)"},
};

}  // namespace

const std::span<const Spelling> kStringSpelling = kStringRows;

}  // namespace paisql::engine
