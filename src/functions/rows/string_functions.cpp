#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

constexpr Overload kConcat[] = {
    {"() -> STRING"},
    Total("(STRING) -> STRING"),
    Total("(STRING, STRING) -> STRING"),
    Total("(STRING, STRING, STRING) -> STRING"),
    Total("(STRING, STRING, STRING, STRING) -> STRING"),
    Total("(STRING, STRING, STRING, STRING, STRING) -> STRING"),
    {"(STRING, STRING, STRING, STRING, STRING, STRING...) -> STRING"},
    {"(ARRAY<T>, ARRAY<T>) -> ARRAY<T>"},
    {"(ARRAY<T>, ARRAY<T>, ARRAY<T>...) -> ARRAY<T>"},
};
constexpr Overload kConcatWs[] = {
    {"(STRING, ARRAY<STRING>) -> STRING", modes::kNotHive},
    {"(STRING, STRING...) -> STRING", modes::kNotHive},
    {"(STRING, ARRAY<STRING>) -> STRING", modes::kHive},
    {"(STRING, STRING...) -> STRING", modes::kHive},
};
constexpr Overload kLength[] = {
    {"(STRING) -> BIGINT", modes::kNotHive},
    {"(BINARY) -> BIGINT", modes::kNotHive},
    {"(STRING) -> INT", modes::kHive},
    {"(BINARY) -> INT", modes::kHive},
};
constexpr Overload kLengthb[] = {
    {"(STRING) -> BIGINT", modes::kNotHive},
    {"(BINARY) -> BIGINT", modes::kNotHive},
    {"(STRING) -> INT", modes::kHive},
    {"(BINARY) -> INT", modes::kHive},
};
constexpr Overload kTolower[] = {{"(STRING) -> STRING"}};
constexpr Overload kToupper[] = {{"(STRING) -> STRING"}};
constexpr Overload kInitcap[] = {{"(STRING) -> STRING"}};
constexpr Overload kTrim[] = {
    {"(STRING) -> STRING"},
    {"(STRING, STRING) -> STRING"},
};
constexpr Overload kLtrim[] = {
    {"(STRING) -> STRING"},
    {"(STRING, STRING) -> STRING"},
};
constexpr Overload kRtrim[] = {
    {"(STRING) -> STRING"},
    {"(STRING, STRING) -> STRING"},
};
constexpr Guard kNoPadding = {"the padding is an empty text"};
constexpr Overload kLpad[] = {{"(STRING, BIGINT, STRING) -> STRING", modes::kAny, &kNoPadding}};
constexpr Overload kRpad[] = {{"(STRING, BIGINT, STRING) -> STRING", modes::kAny, &kNoPadding}};
constexpr Overload kReplace[] = {{"(STRING, STRING, STRING) -> STRING"}};
constexpr Overload kTranslate[] = {{"(STRING, STRING, STRING) -> STRING"}};
constexpr Overload kReverse[] = {
    {"(STRING) -> STRING"},
    {"(ARRAY<T>) -> ARRAY<T>"},
};
constexpr Overload kRepeat[] = {{"(STRING, BIGINT) -> STRING"}};
constexpr Overload kSpace[] = {{"(BIGINT) -> STRING"}};
constexpr Overload kAscii[] = {{"(STRING) -> BIGINT"}};
constexpr Guard kNoCharacter = {.message = "in function chr, the code is not between 0 and 255",
                                .refuses = true};
constexpr Overload kChr[] = {{"(BIGINT) -> STRING", modes::kAny, &kNoCharacter}};
constexpr Overload kSoundex[] = {{"(STRING) -> STRING"}};
constexpr FunctionFlags kKeepsElements = {.keeps_elements = true};

constexpr Function kStringFunctions[] = {
    {"concat", kScalar, kConcat, "CONCAT(a, ...): texts or arrays joined; NULL when one is NULL"},
    {"concat_ws", kScalar, kConcatWs,
     "CONCAT_WS(separator, a, ... | array): NULL when one is NULL; Hive mode passes over NULLs",
     &kKeepsElements},
    {"length", kScalar, kLength, "LENGTH(text): number of characters"},
    {"lengthb", kScalar, kLengthb, "LENGTHB(text): number of bytes"},
    {"tolower", kScalar, kTolower, "TOLOWER(text)"},
    {"lower", kScalar, kTolower, "LOWER(text): TOLOWER", &kNoFlags, "tolower"},
    {"toupper", kScalar, kToupper, "TOUPPER(text)"},
    {"upper", kScalar, kToupper, "UPPER(text): TOUPPER", &kNoFlags, "toupper"},
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

std::span<const Function> StringFunctions() { return kStringFunctions; }

}  // namespace paisql::functions
