#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

// The macros run on RE2. Each has a twin that backtracks, which the engine takes for patterns that
// RE2 does not have or reads in another way, and for those of columns.
constexpr Overload kRegexpExtract[] = {
    {"(STRING, STRING) -> STRING", "paisql_regexp_extract($1, $2, 1)"},
    {"(STRING, STRING, const BIGINT) -> STRING",
     "paisql_regexp_extract($1, $2, CAST($3 AS INTEGER))"},
};
constexpr Overload kRegexpExtractAll[] = {
    {"(STRING, STRING) -> ARRAY<STRING>", "paisql_regexp_extract_all($1, $2, 1)"},
    {"(STRING, STRING, BIGINT) -> ARRAY<STRING>",
     "paisql_regexp_extract_all($1, $2, CAST($3 AS INTEGER))"},
};
constexpr Overload kRegexpReplace[] = {
    {"(STRING, STRING, STRING) -> STRING", "paisql_regexp_replace($1, $2, $3)"},
    {"(STRING, STRING, STRING, BIGINT) -> STRING", "paisql_regexp_replace_nth($1, $2, $3, $4)"},
};
constexpr Overload kRegexpSubstr[] = {
    {"(STRING, STRING) -> STRING", "paisql_regexp_substr($1, $2, 1, 1)"},
    {"(STRING, STRING, BIGINT) -> STRING", "paisql_regexp_substr($1, $2, $3, 1)"},
    {"(STRING, STRING, BIGINT, BIGINT) -> STRING", "paisql_regexp_substr($1, $2, $3, $4)"},
};
constexpr Overload kRegexpInstr[] = {
    {"(STRING, STRING) -> BIGINT", "paisql_regexp_instr($1, $2, 1, 1, 0)"},
    {"(STRING, STRING, BIGINT) -> BIGINT", "paisql_regexp_instr($1, $2, $3, 1, 0)"},
    {"(STRING, STRING, BIGINT, BIGINT) -> BIGINT", "paisql_regexp_instr($1, $2, $3, $4, 0)"},
    {"(STRING, STRING, BIGINT, BIGINT, BIGINT) -> BIGINT",
     "paisql_regexp_instr($1, $2, $3, $4, $5)"},
};
constexpr Overload kRegexpCount[] = {
    {"(STRING, STRING) -> BIGINT", "paisql_regexp_count($1, $2, 1)"},
    {"(STRING, STRING, BIGINT) -> BIGINT", "paisql_regexp_count($1, $2, $3)"},
};

constexpr FunctionKind kScalar = FunctionKind::kScalar;

constexpr Function kTable[] = {
    {"regexp_extract", kScalar, kRegexpExtract,
     "REGEXP_EXTRACT(text, pattern[, group]): group 1 by default, 0 is the whole match"},
    {"regexp_extract_all", kScalar, kRegexpExtractAll,
     "REGEXP_EXTRACT_ALL(text, pattern[, group]): the group of every match"},
    {"regexp_replace", kScalar, kRegexpReplace,
     "REGEXP_REPLACE(text, pattern, new[, nth]): every match, or the n-th"},
    {"regexp_substr", kScalar, kRegexpSubstr,
     "REGEXP_SUBSTR(text, pattern[, start[, nth]]): the n-th match, or NULL"},
    {"regexp_instr", kScalar, kRegexpInstr,
     "REGEXP_INSTR(text, pattern[, start[, nth[, end]]]): where the n-th match begins or ends"},
    {"regexp_count", kScalar, kRegexpCount, "REGEXP_COUNT(text, pattern[, start])"},
};

}  // namespace

std::span<const Function> RegexFunctions() { return kTable; }

}  // namespace paisql::functions
