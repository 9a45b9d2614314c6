#include "engine/duckdb/values/wide_integer.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/assert.h"

namespace paisql::engine {
namespace {

constexpr int kMaxPower = 38;
constexpr int kMaxWordPower = 18;  // the largest power of ten that one word holds, and then some
constexpr Uint128 kMaxMagnitude = ~Uint128{0} >> 1;

constexpr std::array<Uint128, kMaxPower + 1> kPowers = [] {
  std::array<Uint128, kMaxPower + 1> powers = {1};
  for (size_t i = 1; i < powers.size(); ++i) powers[i] = powers[i - 1] * 10;
  return powers;
}();

// Four words, the lowest first.
using Uint256 = std::array<uint64_t, 4>;

Uint128 Magnitude(Int128 value) {
  return value < 0 ? Uint128{0} - static_cast<Uint128>(value) : static_cast<Uint128>(value);
}

std::optional<Int128> Signed(Uint128 magnitude, bool negative) {
  if (magnitude > kMaxMagnitude) return std::nullopt;
  const auto value = static_cast<Int128>(magnitude);
  return negative ? -value : value;
}

Uint256 Multiply(Uint128 a, Uint128 b) {
  const std::array<uint64_t, 2> left = {static_cast<uint64_t>(a), static_cast<uint64_t>(a >> 64)};
  const std::array<uint64_t, 2> right = {static_cast<uint64_t>(b), static_cast<uint64_t>(b >> 64)};
  Uint256 product = {};
  for (size_t i = 0; i < 2; ++i) {
    uint64_t carry = 0;
    for (size_t k = 0; k < 2; ++k) {
      const Uint128 sum = Uint128{left[i]} * right[k] + product[i + k] + carry;
      product[i + k] = static_cast<uint64_t>(sum);
      carry = static_cast<uint64_t>(sum >> 64);
    }
    product[i + 2] = carry;
  }
  return product;
}

// Divides in place and gives the remainder.
uint64_t DivideByWord(Uint256& value, uint64_t divisor) {
  Uint128 rest = 0;
  for (size_t i = value.size(); i-- > 0;) {
    rest = (rest << 64) | value[i];
    value[i] = static_cast<uint64_t>(rest / divisor);
    rest %= divisor;
  }
  return static_cast<uint64_t>(rest);
}

// Divides in place, a bit a step, and gives the remainder.
Uint128 DivideByBits(Uint256& value, Uint128 divisor) {
  Uint256 quotient = {};
  Uint128 rest = 0;
  for (int bit = 255; bit >= 0; --bit) {
    const size_t word = static_cast<size_t>(bit) / 64;
    // The divisor is below 2^127, so the remainder, which is smaller, has room for one more bit.
    rest = (rest << 1) | ((value[word] >> (bit % 64)) & 1);
    if (rest >= divisor) {
      rest -= divisor;
      quotient[word] |= uint64_t{1} << (bit % 64);
    }
  }
  value = quotient;
  return rest;
}

std::optional<Uint128> Narrow(const Uint256& value) {
  if (value[2] != 0 || value[3] != 0) return std::nullopt;
  return (Uint128{value[1]} << 64) | value[0];
}

// A quotient and its remainder, where the quotient has 127 bits at most.
struct Division {
  Uint128 quotient = 0;
  Uint128 rest = 0;
};

std::optional<Division> Divide(Uint256 value, Uint128 divisor) {
  if (const std::optional<Uint128> narrow = Narrow(value)) {
    return Division{*narrow / divisor, *narrow % divisor};
  }
  Division division;
  division.rest = (divisor >> 64) == 0 ? DivideByWord(value, static_cast<uint64_t>(divisor))
                                       : DivideByBits(value, divisor);
  const std::optional<Uint128> whole = Narrow(value);
  if (!whole || *whole > kMaxMagnitude) return std::nullopt;
  division.quotient = *whole;
  return division;
}

}  // namespace

Uint128 PowerOfTen(int exponent) {
  PAISQL_ASSERT(exponent >= 0 && exponent <= kMaxPower, "a power of ten out of range");
  return kPowers[static_cast<size_t>(exponent)];
}

std::optional<Int128> MultiplyAndDrop(Int128 a, Int128 b, int drop) {
  const bool negative = (a < 0) != (b < 0);
  Uint256 product = Multiply(Magnitude(a), Magnitude(b));
  uint64_t last = 0;  // the digit after the last one that stays decides
  if (drop > 0) {
    for (int digits = drop - 1; digits > 0;) {
      const int part = std::min(digits, kMaxWordPower);
      DivideByWord(product, static_cast<uint64_t>(PowerOfTen(part)));
      digits -= part;
    }
    last = DivideByWord(product, 10);
  }
  const std::optional<Uint128> magnitude = Narrow(product);
  if (!magnitude || *magnitude > kMaxMagnitude) return std::nullopt;
  return Signed(*magnitude + (last >= 5 ? 1 : 0), negative);
}

std::optional<Int128> ShiftAndDivide(Int128 a, int shift, Int128 b) {
  const bool negative = (a < 0) != (b < 0);
  const Uint128 divisor = Magnitude(b);
  const std::optional<Division> division =
      Divide(Multiply(Magnitude(a), PowerOfTen(shift)), divisor);
  if (!division) return std::nullopt;
  const bool up = division->rest >= divisor - division->rest;
  return Signed(division->quotient + (up ? 1 : 0), negative);
}

std::optional<Int128> ShiftAndCut(Int128 a, int shift, Int128 b) {
  const bool negative = (a < 0) != (b < 0);
  const std::optional<Uint128> divisor =
      Narrow(Multiply(Magnitude(b), PowerOfTen(std::max(-shift, 0))));
  // A divisor of so many bits is larger than any dividend.
  if (!divisor || *divisor > kMaxMagnitude) return 0;
  const std::optional<Division> division =
      Divide(Multiply(Magnitude(a), PowerOfTen(std::max(shift, 0))), *divisor);
  if (!division) return std::nullopt;
  return Signed(division->quotient, negative);
}

}  // namespace paisql::engine
