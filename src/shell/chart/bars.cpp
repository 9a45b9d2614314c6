#include "shell/chart/bars.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace paisql::shell {

BarRange RangeOf(const std::vector<Bar>& bars) {
  BarRange range;
  for (const Bar& bar : bars) {
    if (!bar.value.has_value() || !std::isfinite(*bar.value)) continue;
    range.least = std::min(range.least, *bar.value);
    range.most = std::max(range.most, *bar.value);
  }
  if (range.least == range.most) range.most = 1;
  return range;
}

void CutBars(Chart& chart, size_t most) {
  if (chart.bars.size() <= most) return;
  chart.notes.push_back(
      fmt::format("the first {} of {} rows are drawn; ORDER BY, LIMIT or GROUP BY choose others",
                  most, chart.bars.size()));
  chart.bars.resize(most);
}

PointRange RangeOf(const std::vector<Point>& points) {
  if (points.empty()) return {};
  PointRange range{points[0].x, points[0].x, points[0].y, points[0].y};
  for (const Point& point : points) {
    range.left = std::min(range.left, point.x);
    range.right = std::max(range.right, point.x);
    range.bottom = std::min(range.bottom, point.y);
    range.top = std::max(range.top, point.y);
  }
  const auto widen = [](double& low, double& high) {
    if (low < high) return;
    const double by = low == 0 ? 1 : std::abs(low) / 2;
    low -= by;
    high += by;
  };
  if (range.left == range.right) widen(range.left, range.right);
  widen(range.bottom, range.top);
  return range;
}

}  // namespace paisql::shell
