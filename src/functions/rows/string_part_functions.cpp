#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

// The start 0 is not a position; in Hive it is the first one.
constexpr Guard kNoLength = {"in function substr, the length is less than 0", Instead::kEmptyText,
                             ErrorCode::kRuntimeArguments, Instead::kEmptyText};
constexpr Overload kSubstr[] = {
    {"(STRING, BIGINT) -> STRING", modes::kNotHive},
    {"(STRING, BIGINT) -> STRING", modes::kHive},
    {"(STRING, BIGINT, BIGINT) -> STRING", modes::kNotHive, &kNoLength},
    {"(STRING, BIGINT, BIGINT) -> STRING", modes::kHive, &kNoLength},
};
constexpr Overload kSubstringIndex[] = {{"(STRING, STRING, BIGINT) -> STRING"}};
constexpr Overload kInstr[] = {
    {"(STRING, STRING) -> BIGINT", modes::kNotHive},
    {"(STRING, STRING) -> INT", modes::kHive},
    {"(STRING, STRING, BIGINT) -> BIGINT", modes::kNotHive},
    {"(STRING, STRING, BIGINT) -> INT", modes::kHive},
    {"(STRING, STRING, BIGINT, BIGINT) -> BIGINT", modes::kNotHive},
    {"(STRING, STRING, BIGINT, BIGINT) -> INT", modes::kHive},
};
constexpr Overload kLocate[] = {
    {"(STRING, STRING) -> BIGINT"},
    {"(STRING, STRING, BIGINT) -> BIGINT"},
};
constexpr Overload kCharMatchcount[] = {{"(STRING, STRING) -> BIGINT"}};
// The empty text is in no set, but in Hive's it may be an element.
constexpr Overload kFindInSet[] = {
    {"(STRING, STRING) -> BIGINT", modes::kNotHive},
    {"(STRING, STRING, STRING) -> BIGINT", modes::kNotHive},
    {"(STRING, STRING) -> INT", modes::kHive},
    {"(STRING, STRING, STRING) -> INT", modes::kHive},
};
constexpr Overload kSplitPart[] = {
    {"(STRING, STRING, BIGINT) -> STRING"},
    {"(STRING, STRING, BIGINT, BIGINT) -> STRING"},
};
constexpr Overload kSplit[] = {
    {"(STRING, STRING) -> ARRAY<STRING>"},
    {"(STRING, STRING, BOOLEAN) -> ARRAY<STRING>"},
};
constexpr Overload kKeyvalue[] = {
    {"(STRING, STRING) -> STRING"},
    {"(STRING, STRING, STRING, STRING) -> STRING"},
};
constexpr Overload kStrToMap[] = {
    {"(STRING) -> MAP<STRING,STRING>"},
    {"(STRING, STRING) -> MAP<STRING,STRING>"},
    {"(STRING, STRING, STRING) -> MAP<STRING,STRING>"},
};

constexpr Function kStringPartFunctions[] = {
    {"substr", kScalar, kSubstr, "SUBSTR(text, start[, length]): start counts from 1, or back"},
    {"substring", kScalar, kSubstr, "SUBSTRING(text, start[, length]): SUBSTR", &kNoFlags,
     "substr"},
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

std::span<const Function> StringPartFunctions() { return kStringPartFunctions; }

}  // namespace paisql::functions
