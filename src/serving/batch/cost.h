#pragma once

// Measures the time of the model's runs by their number of rows.

#include <array>
#include <atomic>
#include <cstdint>

namespace paisql::serving {

// Measured for 1, 2, 4, … rows; what lies between costs as much as the next larger one. Any thread.
class CostTable {
 public:
  // The first measurement of a size counts as it is; later ones move it by an eighth.
  void Measured(int64_t rows, int64_t microseconds);

  // kUnknown for a size of which nothing near has been measured.
  int64_t EstimateUs(int64_t rows) const;

  // The most rows, of 1, 2, 4, … up to `most`, that are expected to take no longer than `limit_us`;
  // at least 1. A size that nothing is known of is tried.
  int64_t MostRows(int64_t most, int64_t limit_us) const;

  static constexpr int64_t kUnknown = -1;

 private:
  static constexpr size_t kSizes = 32;

  std::array<std::atomic<int64_t>, kSizes> microseconds_{};  // 0: not measured
};

}  // namespace paisql::serving
