#include "console/logview/curves/series.h"

#include <algorithm>
#include <cmath>

namespace paisql::console {

namespace {

// The order of values in which no number is the greatest.
bool IsLess(const CurvePoint& one, const CurvePoint& other) {
  if (std::isnan(one.value)) return false;
  return std::isnan(other.value) || one.value < other.value;
}

}  // namespace

std::vector<CurvePoint> Downsampled(const std::vector<CurvePoint>& points, size_t most) {
  most = std::max<size_t>(most, 4);
  if (points.size() <= most) return points;
  // Two points of each part, and the ends.
  const size_t parts = (most - 2) / 2;
  const size_t inner = points.size() - 2;
  std::vector<CurvePoint> kept = {points.front()};
  for (size_t part = 0; part < parts; ++part) {
    const auto begin = points.begin() + 1 + static_cast<std::ptrdiff_t>(inner * part / parts);
    const auto end = points.begin() + 1 + static_cast<std::ptrdiff_t>(inner * (part + 1) / parts);
    if (begin == end) continue;
    const auto [least, greatest] = std::minmax_element(begin, end, IsLess);
    kept.push_back(*std::min(least, greatest));
    if (least != greatest) kept.push_back(*std::max(least, greatest));
  }
  kept.push_back(points.back());
  return kept;
}

}  // namespace paisql::console
