#include "shell/chart/bars.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

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

Ticks RoundTicks(double low, double high, int most) {
  constexpr double kMost = std::numeric_limits<double>::max();
  if (!std::isfinite(high - low)) return {kMost, -1, 2};
  const double least_step = (high - low) / std::max(most, 2);
  const double power = std::pow(10, std::floor(std::log10(least_step)));
  constexpr double kRound[] = {1, 2, 5, 10, 20, 50};
  for (const double times : kRound) {
    const double step = times * power;
    if (!std::isfinite(step) || step <= 0) break;
    const double first = std::floor(low / step);
    const double last = std::ceil(high / step);
    constexpr double kMostSteps = 1e15;  // of which doubles know each
    if (!(std::abs(first) < kMostSteps && std::abs(last) < kMostSteps)) break;
    if (last - first <= std::max(most, 2)) return {step, first, static_cast<int>(last - first)};
  }
  return {high - low, low / (high - low), 1};
}

}  // namespace paisql::shell
