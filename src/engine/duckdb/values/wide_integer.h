#pragma once

// Exact products and quotients of 128-bit integers, whose intermediate results need 256 bits.

#include <optional>

#include "types/value_text.h"

namespace paisql::engine {

__extension__ typedef unsigned __int128 Uint128;

// 10 to the power of 0 … 38.
Uint128 PowerOfTen(int exponent);

// a * b / 10^drop, rounded half away from zero; nothing where the result needs more than 127 bits.
std::optional<Int128> MultiplyAndDrop(Int128 a, Int128 b, int drop);

// a * 10^shift / b, rounded half away from zero; nothing where the result needs more than 127 bits.
// b is not 0, shift is at most 38.
std::optional<Int128> ShiftAndDivide(Int128 a, int shift, Int128 b);

// The same without the fraction of the quotient; shift may be negative, to -38.
std::optional<Int128> ShiftAndCut(Int128 a, int shift, Int128 b);

}  // namespace paisql::engine
