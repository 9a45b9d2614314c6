#include "engine/duckdb/spelling/rows/tables.h"

namespace paisql::engine {
namespace {

constexpr Spelling kStringPartRows[] = {
    {"substr",
     "(STRING, BIGINT) -> STRING",
     "paisql_substr($1, $2)",
     {.modes = functions::modes::kNotHive}},
    {"substr",
     "(STRING, BIGINT) -> STRING",
     "paisql_substr_hive($1, $2)",
     {.modes = functions::modes::kHive}},
    {"substr",
     "(STRING, BIGINT, BIGINT) -> STRING",
     "paisql_substr_length($1, $2, $3)",
     {.bad = "$3 < 0", .modes = functions::modes::kNotHive}},
    {"substr",
     "(STRING, BIGINT, BIGINT) -> STRING",
     "paisql_substr_length_hive($1, $2, $3)",
     {.bad = "$3 < 0", .modes = functions::modes::kHive}},
    {"substring_index", "(STRING, STRING, BIGINT) -> STRING", "paisql_substring_index($1, $2, $3)"},
    {"instr", "(STRING, STRING) -> BIGINT", "strpos($1, $2)"},
    {"instr", "(STRING, STRING) -> INT", "CAST(strpos($1, $2) AS INTEGER)"},
    {"instr", "(STRING, STRING, BIGINT) -> BIGINT", "paisql_instr_from($1, $2, $3)"},
    {"instr", "(STRING, STRING, BIGINT) -> INT", "CAST(paisql_instr_from($1, $2, $3) AS INTEGER)"},
    {"instr", "(STRING, STRING, BIGINT, BIGINT) -> BIGINT", "paisql_instr($1, $2, $3, $4)"},
    {"instr", "(STRING, STRING, BIGINT, BIGINT) -> INT",
     "CAST(paisql_instr($1, $2, $3, $4) AS INTEGER)"},
    {"locate", "(STRING, STRING) -> BIGINT", "strpos($2, $1)"},
    {"locate", "(STRING, STRING, BIGINT) -> BIGINT", "paisql_instr_from($2, $1, $3)"},
    {"char_matchcount", "(STRING, STRING) -> BIGINT", "paisql_char_matchcount($1, $2)"},
    {"find_in_set", "(STRING, STRING) -> BIGINT",
     "CASE WHEN $1 = '' AND $2 IS NOT NULL THEN 0 ELSE paisql_find_in_set($1, $2, ',') END"},
    {"find_in_set", "(STRING, STRING, STRING) -> BIGINT",
     "CASE WHEN $1 = '' AND $2 IS NOT NULL AND $3 IS NOT NULL THEN 0 "
     "ELSE paisql_find_in_set($1, $2, $3) END"},
    {"find_in_set", "(STRING, STRING) -> INT", "CAST(paisql_find_in_set($1, $2, ',') AS INTEGER)"},
    {"find_in_set", "(STRING, STRING, STRING) -> INT",
     "CAST(paisql_find_in_set($1, $2, $3) AS INTEGER)"},
    {"split_part", "(STRING, STRING, BIGINT) -> STRING", "paisql_split_part($1, $2, $3, $3)"},
    {"split_part", "(STRING, STRING, BIGINT, BIGINT) -> STRING",
     "paisql_split_part($1, $2, $3, $4)"},
    {"split", "(STRING, STRING) -> ARRAY<STRING>", "paisql_split($1, $2, true)"},
    {"split", "(STRING, STRING, BOOLEAN) -> ARRAY<STRING>", "paisql_split($1, $2, $3)"},
    {"keyvalue", "(STRING, STRING) -> STRING", "paisql_keyvalue($1, ';', ':', $2)"},
    {"keyvalue", "(STRING, STRING, STRING, STRING) -> STRING", "paisql_keyvalue($1, $2, $3, $4)"},
    {"str_to_map", "(STRING) -> MAP<STRING,STRING>", "paisql_str_to_map($1, ',', '=')"},
    {"str_to_map", "(STRING, STRING) -> MAP<STRING,STRING>", "paisql_str_to_map($1, $2, '=')"},
    {"str_to_map", "(STRING, STRING, STRING) -> MAP<STRING,STRING>",
     "paisql_str_to_map($1, $2, $3)"},
};

}  // namespace

const std::span<const Spelling> kStringPartSpelling = kStringPartRows;

}  // namespace paisql::engine
