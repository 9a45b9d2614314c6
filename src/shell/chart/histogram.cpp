#include "shell/chart/histogram.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "shell/chart/bars.h"

namespace paisql::shell {

size_t Bins::Of(double value) const {
  const size_t bin = width > 0 ? static_cast<size_t>((value - low) / width) : 0;
  return std::min(bin, count - 1);
}

Bins BinsOf(double low, double high, int64_t values) {
  constexpr size_t kLeastBins = 5;
  constexpr size_t kMostBins = 20;
  const auto wanted = static_cast<size_t>(std::ceil(std::log2(static_cast<double>(values)))) + 1;
  Bins bins{low, high, 0, std::clamp(wanted, kLeastBins, kMostBins)};
  if (low == high) bins.count = 1;
  bins.width = (high - low) / static_cast<double>(bins.count);
  return bins;
}

std::vector<Bar> BarsOf(const Bins& bins, const std::vector<int64_t>& counts) {
  std::vector<Bar> bars;
  for (size_t i = 0; i < bins.count; ++i) {
    const double from = bins.low + bins.width * static_cast<double>(i);
    const double to = i + 1 == bins.count ? bins.high : from + bins.width;
    std::string label = NumberLabel(from);
    if (bins.count > 1) label += " to " + NumberLabel(to);
    bars.push_back({std::move(label), static_cast<double>(counts[i])});
  }
  return bars;
}

}  // namespace paisql::shell
