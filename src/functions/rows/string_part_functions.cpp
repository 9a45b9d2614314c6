#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

// The start 0 is no position, and Hive's first one.
constexpr Guard kNoLength = {"$3 < 0", "'in function substr, the length is less than 0'", "''",
                             ErrorCode::kRuntimeArguments, "''"};
constexpr Overload kSubstr[] = {
    {"(STRING, BIGINT) -> STRING", "paisql_substr($1, $2)", "", modes::kNotHive},
    {"(STRING, BIGINT) -> STRING", "paisql_substr_hive($1, $2)", "", modes::kHive},
    {"(STRING, BIGINT, BIGINT) -> STRING", "paisql_substr_length($1, $2, $3)", "", modes::kNotHive,
     &kNoLength},
    {"(STRING, BIGINT, BIGINT) -> STRING", "paisql_substr_length_hive($1, $2, $3)", "",
     modes::kHive, &kNoLength},
};
constexpr Overload kSubstringIndex[] = {
    {"(STRING, STRING, BIGINT) -> STRING", "paisql_substring_index($1, $2, $3)"}};
constexpr Overload kInstr[] = {
    {"(STRING, STRING) -> BIGINT", "strpos($1, $2)", "", modes::kNotHive},
    {"(STRING, STRING) -> INT", "CAST(strpos($1, $2) AS INTEGER)", "", modes::kHive},
    {"(STRING, STRING, BIGINT) -> BIGINT", "paisql_instr_from($1, $2, $3)", "", modes::kNotHive},
    {"(STRING, STRING, BIGINT) -> INT", "CAST(paisql_instr_from($1, $2, $3) AS INTEGER)", "",
     modes::kHive},
    {"(STRING, STRING, BIGINT, BIGINT) -> BIGINT", "paisql_instr($1, $2, $3, $4)", "",
     modes::kNotHive},
    {"(STRING, STRING, BIGINT, BIGINT) -> INT", "CAST(paisql_instr($1, $2, $3, $4) AS INTEGER)", "",
     modes::kHive},
};
constexpr Overload kLocate[] = {
    {"(STRING, STRING) -> BIGINT", "strpos($2, $1)"},
    {"(STRING, STRING, BIGINT) -> BIGINT", "paisql_instr_from($2, $1, $3)"},
};
constexpr Overload kCharMatchcount[] = {
    {"(STRING, STRING) -> BIGINT", "paisql_char_matchcount($1, $2)"}};
// The empty text is in no set, but in Hive's it may be an element.
constexpr Overload kFindInSet[] = {
    {"(STRING, STRING) -> BIGINT",
     "CASE WHEN $1 = '' AND $2 IS NOT NULL THEN 0 ELSE paisql_find_in_set($1, $2, ',') END", "",
     modes::kNotHive},
    {"(STRING, STRING, STRING) -> BIGINT",
     "CASE WHEN $1 = '' AND $2 IS NOT NULL AND $3 IS NOT NULL THEN 0 "
     "ELSE paisql_find_in_set($1, $2, $3) END",
     "", modes::kNotHive},
    {"(STRING, STRING) -> INT", "CAST(paisql_find_in_set($1, $2, ',') AS INTEGER)", "",
     modes::kHive},
    {"(STRING, STRING, STRING) -> INT", "CAST(paisql_find_in_set($1, $2, $3) AS INTEGER)", "",
     modes::kHive},
};
constexpr Overload kSplitPart[] = {
    {"(STRING, STRING, BIGINT) -> STRING", "paisql_split_part($1, $2, $3, $3)"},
    {"(STRING, STRING, BIGINT, BIGINT) -> STRING", "paisql_split_part($1, $2, $3, $4)"},
};
constexpr Overload kSplit[] = {
    {"(STRING, STRING) -> ARRAY<STRING>", "paisql_split($1, $2, true)"},
    {"(STRING, STRING, BOOLEAN) -> ARRAY<STRING>", "paisql_split($1, $2, $3)"},
};
constexpr Overload kKeyvalue[] = {
    {"(STRING, STRING) -> STRING", "paisql_keyvalue($1, ';', ':', $2)"},
    {"(STRING, STRING, STRING, STRING) -> STRING", "paisql_keyvalue($1, $2, $3, $4)"},
};
constexpr Overload kStrToMap[] = {
    {"(STRING) -> MAP<STRING,STRING>", "paisql_str_to_map($1, ',', '=')"},
    {"(STRING, STRING) -> MAP<STRING,STRING>", "paisql_str_to_map($1, $2, '=')"},
    {"(STRING, STRING, STRING) -> MAP<STRING,STRING>", "paisql_str_to_map($1, $2, $3)"},
};

constexpr FunctionKind kScalar = FunctionKind::kScalar;

constexpr Function kTable[] = {
    {"substr", kScalar, kSubstr, "SUBSTR(text, start[, length]): start counts from 1, or back"},
    {"substring", kScalar, kSubstr, "SUBSTRING(text, start[, length]): SUBSTR", {}, "substr"},
    {"substring_index", kScalar, kSubstringIndex,
     "SUBSTRING_INDEX(text, separator, n): before the n-th separator, or after it from the end"},
    {"instr", kScalar, kInstr, "INSTR(text, part[, start[, nth]]): position from 1, or 0"},
    {"locate", kScalar, kLocate, "LOCATE(part, text[, start]): position from 1, or 0"},
    {"char_matchcount", kScalar, kCharMatchcount,
     "CHAR_MATCHCOUNT(a, b): how many characters of a stand in b"},
    {"find_in_set", kScalar, kFindInSet, "FIND_IN_SET(text, list[, separator]): position, or 0"},
    {"split_part", kScalar, kSplitPart, "SPLIT_PART(text, separator, start[, end])"},
    {"split", kScalar, kSplit, "SPLIT(text, pattern[, trim_tail_empty]): an array"},
    {"keyvalue", kScalar, kKeyvalue, "KEYVALUE(text[, split1, split2], key): value of the key"},
    {"str_to_map", kScalar, kStrToMap, "STR_TO_MAP(text[, split1[, split2]]): the last key wins"},
};

}  // namespace

std::span<const Function> StringPartFunctions() { return kTable; }

}  // namespace paisql::functions
