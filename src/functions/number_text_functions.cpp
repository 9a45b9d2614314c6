#include "functions/tables.h"

namespace paisql::functions {
namespace {

constexpr Overload kConv[] = {{"(STRING, BIGINT, BIGINT) -> STRING", "paisql_conv($1, $2, $3)"}};
constexpr Overload kBin[] = {{"(BIGINT) -> STRING", "bin($1)"}};
constexpr Overload kHex[] = {
    {"(BIGINT) -> STRING", "hex($1)"},
    {"(STRING) -> STRING", "hex($1)"},
    {"(BINARY) -> STRING", "hex($1)"},
};
constexpr Overload kUnhex[] = {{"(STRING) -> BINARY", "paisql_unhex($1)"}};
constexpr Overload kFormatNumber[] = {
    {"(DOUBLE, BIGINT) -> STRING", "paisql_format_number($1, $2)"}};
constexpr Overload kRand[] = {{"() -> DOUBLE", "random()"}};
// Without columns by chance, with columns by their hash, NULLs included.
constexpr Overload kSample[] = {
    {"(const BIGINT) -> BOOLEAN", "CAST(floor(random() * $1) AS BIGINT) = 0"},
    {"(const BIGINT, const BIGINT) -> BOOLEAN", "CAST(floor(random() * $1) AS BIGINT) = $2 - 1"},
    {"(const BIGINT, const BIGINT, ANY...) -> BOOLEAN",
     "CAST(hash($3*) % CAST($1 AS UBIGINT) AS BIGINT) = $2 - 1"},
};

constexpr FunctionKind kScalar = FunctionKind::kScalar;
constexpr FunctionFlags kVolatile = {.volatile_result = true};

constexpr Function kTable[] = {
    {"conv", kScalar, kConv, "CONV(text, from, to): number bases 2, 8, 10 and 16"},
    {"bin", kScalar, kBin, "BIN(n): binary digits"},
    {"hex", kScalar, kHex, "HEX(n | text | binary): hexadecimal digits"},
    {"unhex", kScalar, kUnhex, "UNHEX(text): the bytes of hexadecimal digits"},
    {"format_number", kScalar, kFormatNumber, "FORMAT_NUMBER(a, n): 1,234.50 with n digits"},
    {"rand", kScalar, kRand, "RAND(): a random number from 0 up to 1", kVolatile},
    {"sample", kScalar, kSample, "SAMPLE(x[, y[, column, ...]]): true in the y-th of x portions",
     kVolatile, "", "sample"},
};

}  // namespace

std::span<const Function> NumberTextFunctions() { return kTable; }

}  // namespace paisql::functions
