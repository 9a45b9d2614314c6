#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

constexpr Overload kRegexpExtract[] = {
    {"(STRING, STRING) -> STRING"},
    {"(STRING, STRING, const BIGINT) -> STRING"},
};
constexpr Overload kRegexpExtractAll[] = {
    {"(STRING, STRING) -> ARRAY<STRING>"},
    {"(STRING, STRING, BIGINT) -> ARRAY<STRING>"},
};
constexpr Overload kRegexpReplace[] = {
    {"(STRING, STRING, STRING) -> STRING"},
    {"(STRING, STRING, STRING, BIGINT) -> STRING"},
};
constexpr Overload kRegexpSubstr[] = {
    {"(STRING, STRING) -> STRING"},
    {"(STRING, STRING, BIGINT) -> STRING"},
    {"(STRING, STRING, BIGINT, BIGINT) -> STRING"},
};
constexpr Overload kRegexpInstr[] = {
    {"(STRING, STRING) -> BIGINT"},
    {"(STRING, STRING, BIGINT) -> BIGINT"},
    {"(STRING, STRING, BIGINT, BIGINT) -> BIGINT"},
    {"(STRING, STRING, BIGINT, BIGINT, BIGINT) -> BIGINT"},
};
constexpr Overload kRegexpContains[] = {{"(STRING, STRING) -> BOOLEAN"}};
constexpr Overload kRegexpCount[] = {
    {"(STRING, STRING) -> BIGINT"},
    {"(STRING, STRING, BIGINT) -> BIGINT"},
};

constexpr Function kRegexFunctions[] = {
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
    {"regexp_contains", kScalar, kRegexpContains,
     "REGEXP_CONTAINS(text, pattern): whether a part matches"},
    {"regexp_count", kScalar, kRegexpCount, "REGEXP_COUNT(text, pattern[, start])"},
};

}  // namespace

std::span<const Function> RegexFunctions() { return kRegexFunctions; }

}  // namespace paisql::functions
