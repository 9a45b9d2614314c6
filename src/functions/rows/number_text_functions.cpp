#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

// A STRING that is not a number from 0 to the greatest BIGINT in the base.
constexpr Guard kNoConv = {
    "in function conv, the text is not a number of the base, or a base is not one of 2, 8, 10 and "
    "16"};
constexpr Guard kNoHiveConv = {"in function conv, a base is not one of 2, 8, 10 and 16"};
constexpr Overload kConv[] = {
    {"(STRING, BIGINT, BIGINT) -> STRING", modes::kNotHive, &kNoConv},
    {"(STRING, BIGINT, BIGINT) -> STRING", modes::kHive, &kNoHiveConv},
    {"(BIGINT, BIGINT, BIGINT) -> STRING", modes::kNotHive, &kNoConv},
    {"(BIGINT, BIGINT, BIGINT) -> STRING", modes::kHive},
    {"(DOUBLE, BIGINT, BIGINT) -> STRING", modes::kNotHive, &kNoConv},
    {"(DOUBLE, BIGINT, BIGINT) -> STRING", modes::kHive},
    {"(DECIMAL, BIGINT, BIGINT) -> STRING", modes::kNotHive, &kNoConv},
    {"(DECIMAL, BIGINT, BIGINT) -> STRING", modes::kHive},
};
constexpr Overload kBin[] = {{"(BIGINT) -> STRING"}};
constexpr Overload kHex[] = {
    {"(BIGINT) -> STRING"},
    {"(STRING) -> STRING"},
    {"(BINARY) -> STRING"},
};
constexpr Guard kNoHex = {
    "in function unhex, the text is not made of pairs of hexadecimal digits: $1"};
constexpr Overload kUnhex[] = {{"(STRING) -> BINARY", modes::kAny, &kNoHex}};
constexpr Overload kFormatNumber[] = {
    {"(BIGINT, BIGINT) -> STRING"}, {"(DOUBLE, BIGINT) -> STRING"}, {"(DECIMAL, BIGINT) -> STRING"},
    {"(BIGINT, STRING) -> STRING"}, {"(DOUBLE, STRING) -> STRING"}, {"(DECIMAL, STRING) -> STRING"},
};
constexpr Overload kRand[] = {
    {"() -> DOUBLE"},
    {"(const BIGINT) -> DOUBLE"},
};
constexpr Overload kBitCount[] = {{"(BIGINT) -> BIGINT"}};
// Without columns by chance, with columns by their hash, NULLs included.
constexpr Overload kSample[] = {
    {"(const BIGINT) -> BOOLEAN"},
    {"(const BIGINT, const BIGINT) -> BOOLEAN"},
    {"(const BIGINT, const BIGINT, ANY...) -> BOOLEAN"},
};

constexpr Function kNumberTextFunctions[] = {
    {"conv", kScalar, kConv, "CONV(text | number, from, to): number bases 2, 8, 10 and 16",
     &kKeepsFamily},
    {"bin", kScalar, kBin, "BIN(n): binary digits"},
    {"hex", kScalar, kHex, "HEX(n | text | binary): hexadecimal digits"},
    {"unhex", kScalar, kUnhex, "UNHEX(text): the bytes of hexadecimal digits"},
    {"format_number", kScalar, kFormatNumber,
     "FORMAT_NUMBER(a, n | '#,###.##'): 1,234.50 with n digits, or by a pattern"},
    {"rand", kScalar, kRand,
     "RAND([seed]): a random number from 0 up to 1; from a seed, Java's sequence row after row",
     &kVolatile},
    {"bit_count", kScalar, kBitCount, "BIT_COUNT(n): how many of its bits are 1"},
    {"sample", kScalar, kSample, "SAMPLE(x[, y[, column, ...]]): true in the y-th of x portions",
     &kVolatile, "", "sample"},
};

}  // namespace

std::span<const Function> NumberTextFunctions() { return kNumberTextFunctions; }

}  // namespace paisql::functions
