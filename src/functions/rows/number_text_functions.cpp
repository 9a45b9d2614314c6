#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

// A text that is no number from 0 to the greatest BIGINT in the base.
constexpr Guard kNoConv = {"NOT paisql_conv_is_number($1, $2, $3)",
                           "'in function conv, the text is no number of the base, or a base is not "
                           "one of 2, 8, 10 and 16'"};
constexpr Guard kNoHiveConv = {"NOT paisql_conv_is_number(paisql_conv_prefix($1, $2), $2, $3)",
                               "'in function conv, a base is not one of 2, 8, 10 and 16'"};
constexpr std::string_view kHiveConv = "paisql_conv(paisql_conv_prefix($1, $2), $2, $3)";
constexpr Overload kConv[] = {
    {"(STRING, BIGINT, BIGINT) -> STRING", "paisql_conv($1, $2, $3)", "", modes::kNotHive,
     &kNoConv},
    {"(STRING, BIGINT, BIGINT) -> STRING", kHiveConv, "", modes::kHive, &kNoHiveConv},
    {"(BIGINT, BIGINT, BIGINT) -> STRING",
     "paisql_conv(paisql_conv_prefix(CAST($1 AS VARCHAR), $2), $2, $3)", "", modes::kHive},
    {"(DOUBLE, BIGINT, BIGINT) -> STRING",
     "paisql_conv(paisql_conv_prefix(CAST($1 AS VARCHAR), $2), $2, $3)", "", modes::kHive},
};
constexpr Overload kBin[] = {{"(BIGINT) -> STRING", "bin($1)"}};
constexpr Overload kHex[] = {
    {"(BIGINT) -> STRING", "hex($1)"},
    {"(STRING) -> STRING", "hex($1)"},
    {"(BINARY) -> STRING", "hex($1)"},
};
constexpr Guard kNoHex = {
    "length($1) % 2 = 1 OR NOT regexp_full_match($1, '[0-9A-Fa-f]*')",
    "'in function unhex, the text is not made of pairs of hexadecimal digits: '"
    " || $1"};
constexpr Overload kUnhex[] = {{"(STRING) -> BINARY", "unhex($1)", "", modes::kAny, &kNoHex}};
constexpr Overload kFormatNumber[] = {
    {"(DOUBLE, BIGINT) -> STRING", "paisql_format_number($1, $2)"},
    {"(DOUBLE, STRING) -> STRING", "paisql_format_number_pattern($1, $2, '$mode')"},
};
constexpr Overload kRand[] = {
    {"() -> DOUBLE", "random()"},
    {"(const BIGINT) -> DOUBLE", "paisql_random($1)"},
};
constexpr Overload kBitCount[] = {{"(BIGINT) -> BIGINT", "CAST(bit_count($1) AS BIGINT)"}};
// Without columns by chance, with columns by their hash, NULLs included.
constexpr Overload kSample[] = {
    {"(const BIGINT) -> BOOLEAN", "CAST(floor(random() * $1) AS BIGINT) = 0"},
    {"(const BIGINT, const BIGINT) -> BOOLEAN", "CAST(floor(random() * $1) AS BIGINT) = $2 - 1"},
    {"(const BIGINT, const BIGINT, ANY...) -> BOOLEAN",
     "CAST(hash($3*) % CAST($1 AS UBIGINT) AS BIGINT) = $2 - 1"},
};

constexpr FunctionKind kScalar = FunctionKind::kScalar;
constexpr FunctionFlags kKeepsFamily = {.keeps_family = true};
constexpr FunctionFlags kVolatile = {.volatile_result = true};

constexpr Function kTable[] = {
    {"conv", kScalar, kConv, "CONV(text, from, to): number bases 2, 8, 10 and 16", kKeepsFamily},
    {"bin", kScalar, kBin, "BIN(n): binary digits"},
    {"hex", kScalar, kHex, "HEX(n | text | binary): hexadecimal digits"},
    {"unhex", kScalar, kUnhex, "UNHEX(text): the bytes of hexadecimal digits"},
    {"format_number", kScalar, kFormatNumber,
     "FORMAT_NUMBER(a, n | '#,###.##'): 1,234.50 with n digits, or by a pattern"},
    {"rand", kScalar, kRand,
     "RAND([seed]): a random number from 0 up to 1; from a seed, Java's sequence row after row",
     kVolatile},
    {"bit_count", kScalar, kBitCount, "BIT_COUNT(n): how many of its bits are 1"},
    {"sample", kScalar, kSample, "SAMPLE(x[, y[, column, ...]]): true in the y-th of x portions",
     kVolatile, "", "sample"},
};

}  // namespace

std::span<const Function> NumberTextFunctions() { return kTable; }

}  // namespace paisql::functions
