#pragma once

// Cells of 128 bits and units of time, as conversions of columns need them.

#include <cstdint>
#include <utility>

#include "types/number/number_text.h"

namespace paisql::rest {

inline constexpr int64_t kMicrosPerMilli = 1000;
inline constexpr int64_t kMillisPerSecond = 1000;
inline constexpr int64_t kMicrosPerSecond = 1'000'000;
inline constexpr int64_t kNanosPerSecond = 1'000'000'000;
inline constexpr int64_t kSecondsPerDay = 86400;

// 128 bits that need not lie at a multiple of 16 bytes.
struct WideCell {
  uint64_t low;
  int64_t high;

  Int128 value() const { return (static_cast<Int128>(high) << 64) | static_cast<Int128>(low); }
  static WideCell Of(Int128 value) {
    return {static_cast<uint64_t>(value), static_cast<int64_t>(value >> 64)};
  }
};

// The whole units below, and what is left, which is not negative.
template <typename T>
std::pair<int64_t, int64_t> DividedBy(T value, int64_t unit) {
  auto whole = static_cast<int64_t>(value / unit);
  auto rest = static_cast<int64_t>(value % unit);
  if (rest < 0) {
    rest += unit;
    --whole;
  }
  return {whole, rest};
}

}  // namespace paisql::rest
