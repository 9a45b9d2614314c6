#pragma once

// The bins of a histogram. Who counts the values does not matter: the engine counts those of a
// large table, and the chart those of the last result.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "shell/chart/chart.h"

namespace paisql::shell {

struct Bins {
  double low = 0;
  double high = 0;
  double width = 0;  // 0: there is one bin
  size_t count = 1;

  // The bin of a value between low and high: what the engine computes, too.
  size_t Of(double value) const;
};

// For so many finite values between the two.
Bins BinsOf(double low, double high, int64_t values);

// A bar for each bin. `counts` has one number a bin.
std::vector<Bar> BarsOf(const Bins& bins, const std::vector<int64_t>& counts);

}  // namespace paisql::shell
