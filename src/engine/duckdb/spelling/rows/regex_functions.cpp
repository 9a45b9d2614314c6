#include "engine/duckdb/spelling/rows/tables.h"

namespace paisql::engine {
namespace {

// The macros run on RE2. Each has a twin that backtracks, which the printer takes for patterns that
// RE2 does not have or reads in another way, and for those of columns.
constexpr Spelling kRegexRows[] = {
    {"regexp_extract", "(STRING, STRING) -> STRING", "paisql_regexp_extract($1, $2, 1)"},
    {"regexp_extract", "(STRING, STRING, const BIGINT) -> STRING",
     "paisql_regexp_extract($1, $2, CAST($3 AS INTEGER))"},
    {"regexp_extract_all", "(STRING, STRING) -> ARRAY<STRING>",
     "paisql_regexp_extract_all($1, $2, 1)"},
    {"regexp_extract_all", "(STRING, STRING, BIGINT) -> ARRAY<STRING>",
     "paisql_regexp_extract_all($1, $2, CAST($3 AS INTEGER))"},
    {"regexp_replace", "(STRING, STRING, STRING) -> STRING", "paisql_regexp_replace($1, $2, $3)"},
    {"regexp_replace", "(STRING, STRING, STRING, BIGINT) -> STRING",
     "paisql_regexp_replace_nth($1, $2, $3, $4)"},
    {"regexp_substr", "(STRING, STRING) -> STRING", "paisql_regexp_substr($1, $2, 1, 1)"},
    {"regexp_substr", "(STRING, STRING, BIGINT) -> STRING", "paisql_regexp_substr($1, $2, $3, 1)"},
    {"regexp_substr", "(STRING, STRING, BIGINT, BIGINT) -> STRING",
     "paisql_regexp_substr($1, $2, $3, $4)"},
    {"regexp_instr", "(STRING, STRING) -> BIGINT", "paisql_regexp_instr($1, $2, 1, 1, 0)"},
    {"regexp_instr", "(STRING, STRING, BIGINT) -> BIGINT", "paisql_regexp_instr($1, $2, $3, 1, 0)"},
    {"regexp_instr", "(STRING, STRING, BIGINT, BIGINT) -> BIGINT",
     "paisql_regexp_instr($1, $2, $3, $4, 0)"},
    {"regexp_instr", "(STRING, STRING, BIGINT, BIGINT, BIGINT) -> BIGINT",
     "paisql_regexp_instr($1, $2, $3, $4, $5)"},
    {"regexp_contains", "(STRING, STRING) -> BOOLEAN", "regexp_matches($1, $2)"},
    {"regexp_count", "(STRING, STRING) -> BIGINT", "paisql_regexp_count($1, $2, 1)"},
    {"regexp_count", "(STRING, STRING, BIGINT) -> BIGINT", "paisql_regexp_count($1, $2, $3)"},
};

}  // namespace

const std::span<const Spelling> kRegexSpelling = kRegexRows;

}  // namespace paisql::engine
