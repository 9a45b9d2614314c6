#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

// DuckDB's own concat() leaves NULLs out, so the texts are joined by ||, which does not.
constexpr Overload kConcat[] = {
    {"() -> STRING", "CAST(NULL AS VARCHAR)"},
    {"(STRING) -> STRING", "$1"},
    {"(STRING, STRING) -> STRING", "($1 || $2)"},
    {"(STRING, STRING, STRING) -> STRING", "($1 || $2 || $3)"},
    {"(STRING, STRING, STRING, STRING) -> STRING", "($1 || $2 || $3 || $4)"},
    {"(STRING, STRING, STRING, STRING, STRING) -> STRING", "($1 || $2 || $3 || $4 || $5)"},
    {"(STRING, STRING, STRING, STRING, STRING, STRING...) -> STRING", "paisql_concat($*)"},
    {"(ARRAY<T>, ARRAY<T>) -> ARRAY<T>",
     "CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL THEN list_concat($1, $2) END"},
    {"(ARRAY<T>, ARRAY<T>, ARRAY<T>...) -> ARRAY<T>",
     "CASE WHEN len(list_filter([$*], lambda _x: _x IS NULL)) = 0 THEN flatten([$*]) END"},
};
constexpr Overload kConcatWs[] = {
    {"(STRING, ARRAY<STRING>) -> STRING", "paisql_concat_ws($1, $2)", "", modes::kNotHive},
    {"(STRING, STRING...) -> STRING", "paisql_concat_ws($1, [$2*])", "", modes::kNotHive},
    {"(STRING, ARRAY<STRING>) -> STRING", "paisql_concat_ws_hive($1, $2)", "", modes::kHive},
    {"(STRING, STRING...) -> STRING", "paisql_concat_ws_hive($1, [$2*])", "", modes::kHive},
};
constexpr Overload kLength[] = {
    {"(STRING) -> BIGINT", "length($1)", "", modes::kNotHive},
    {"(BINARY) -> BIGINT", "octet_length($1)", "", modes::kNotHive},
    {"(STRING) -> INT", "CAST(length($1) AS INTEGER)", "", modes::kHive},
    {"(BINARY) -> INT", "CAST(octet_length($1) AS INTEGER)", "", modes::kHive},
};
constexpr Overload kLengthb[] = {
    {"(STRING) -> BIGINT", "strlen($1)", "", modes::kNotHive},
    {"(BINARY) -> BIGINT", "octet_length($1)", "", modes::kNotHive},
    {"(STRING) -> INT", "CAST(strlen($1) AS INTEGER)", "", modes::kHive},
    {"(BINARY) -> INT", "CAST(octet_length($1) AS INTEGER)", "", modes::kHive},
};
constexpr Overload kTolower[] = {{"(STRING) -> STRING", "lower($1)"}};
constexpr Overload kToupper[] = {{"(STRING) -> STRING", "upper($1)"}};
constexpr Overload kInitcap[] = {{"(STRING) -> STRING", "paisql_initcap($1)"}};
constexpr Overload kTrim[] = {
    {"(STRING) -> STRING", "trim($1)"},
    {"(STRING, STRING) -> STRING", "trim($1, $2)"},
};
constexpr Overload kLtrim[] = {
    {"(STRING) -> STRING", "ltrim($1)"},
    {"(STRING, STRING) -> STRING", "ltrim($1, $2)"},
};
constexpr Overload kRtrim[] = {
    {"(STRING) -> STRING", "rtrim($1)"},
    {"(STRING, STRING) -> STRING", "rtrim($1, $2)"},
};
constexpr Guard kNoPadding = {"$3 = '' AND length($1) < $2", "'the padding is an empty text'"};
constexpr Overload kLpad[] = {
    {"(STRING, BIGINT, STRING) -> STRING",
     "CASE WHEN $2 <= 0 THEN substring($1, 1, 0) "
     "ELSE lpad($1, CAST(paisql_room($2, 1) AS INTEGER), paisql_padding($3)) END",
     "", modes::kAny, &kNoPadding}};
constexpr Overload kRpad[] = {
    {"(STRING, BIGINT, STRING) -> STRING",
     "CASE WHEN $2 <= 0 THEN substring($1, 1, 0) "
     "ELSE rpad($1, CAST(paisql_room($2, 1) AS INTEGER), paisql_padding($3)) END",
     "", modes::kAny, &kNoPadding}};
constexpr Overload kReplace[] = {
    {"(STRING, STRING, STRING) -> STRING", "replace($1, $2, paisql_replacement_room($1, $2, $3))"}};
constexpr Overload kTranslate[] = {{"(STRING, STRING, STRING) -> STRING", "translate($1, $2, $3)"}};
constexpr Overload kReverse[] = {
    {"(STRING) -> STRING", "reverse($1)"},
    {"(ARRAY<T>) -> ARRAY<T>", "list_reverse($1)"},
};
constexpr Overload kRepeat[] = {{"(STRING, BIGINT) -> STRING", "paisql_repeat($1, $2)"}};
constexpr Overload kSpace[] = {
    {"(BIGINT) -> STRING", "CASE WHEN $1 IS NOT NULL THEN paisql_repeat(' ', $1) END"}};
constexpr Overload kAscii[] = {{"(STRING) -> BIGINT", "CAST(ascii($1) AS BIGINT)"}};
constexpr Guard kNoCharacter = {"$1 < 0 OR $1 > 255",
                                "'in function chr, the code is not between 0 and 255'",
                                "NULL",
                                ErrorCode::kRuntimeArguments,
                                "NULL",
                                true};
constexpr Overload kChr[] = {
    {"(BIGINT) -> STRING", "chr(CAST($1 AS INTEGER))", "", modes::kAny, &kNoCharacter}};
constexpr Overload kSoundex[] = {{"(STRING) -> STRING", "paisql_soundex($1)"}};
constexpr FunctionKind kScalar = FunctionKind::kScalar;
constexpr FunctionFlags kKeepsElements = {.keeps_elements = true};

constexpr Function kTable[] = {
    {"concat", kScalar, kConcat, "CONCAT(a, ...): texts or arrays joined; NULL when one is NULL"},
    {"concat_ws", kScalar, kConcatWs,
     "CONCAT_WS(separator, a, ... | array): NULL when one is NULL; Hive mode passes over NULLs",
     kKeepsElements},
    {"length", kScalar, kLength, "LENGTH(text): number of characters"},
    {"lengthb", kScalar, kLengthb, "LENGTHB(text): number of bytes"},
    {"tolower", kScalar, kTolower, "TOLOWER(text)"},
    {"lower", kScalar, kTolower, "LOWER(text): TOLOWER", {}, "tolower"},
    {"toupper", kScalar, kToupper, "TOUPPER(text)"},
    {"upper", kScalar, kToupper, "UPPER(text): TOUPPER", {}, "toupper"},
    {"initcap", kScalar, kInitcap, "INITCAP(text): first letter of each word in upper case"},
    {"trim", kScalar, kTrim, "TRIM(text[, characters]): without blanks, or characters, around"},
    {"ltrim", kScalar, kLtrim, "LTRIM(text[, characters]): the same at the left end"},
    {"rtrim", kScalar, kRtrim, "RTRIM(text[, characters]): the same at the right end"},
    {"lpad", kScalar, kLpad, "LPAD(text, length, padding): padded or cut to the length"},
    {"rpad", kScalar, kRpad, "RPAD(text, length, padding): padded or cut to the length"},
    {"replace", kScalar, kReplace, "REPLACE(text, old, new)"},
    {"translate", kScalar, kTranslate, "TRANSLATE(text, from, to): character by character"},
    {"reverse", kScalar, kReverse, "REVERSE(text | array)"},
    {"repeat", kScalar, kRepeat, "REPEAT(text, n)"},
    {"space", kScalar, kSpace, "SPACE(n): n blanks"},
    {"ascii", kScalar, kAscii, "ASCII(text): code of the first character"},
    {"chr", kScalar, kChr, "CHR(code): the character of a code from 0 to 255"},
    {"soundex", kScalar, kSoundex, "SOUNDEX(text): a letter and three digits by sound"},
};

}  // namespace

std::span<const Function> StringFunctions() { return kTable; }

}  // namespace paisql::functions
