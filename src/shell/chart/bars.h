#pragma once

// What the drawings of bars share, whatever they draw on.

#include "shell/chart/chart.h"

namespace paisql::shell {

// The range of the finite values, 0 within it. Where all are 0 it ends at 1.
struct BarRange {
  double least = 0;
  double most = 0;
};
BarRange RangeOf(const std::vector<Bar>& bars);

// Leaves the first so many, and a note of the others.
void CutBars(Chart& chart, size_t most);

// The range of the points, never empty.
struct PointRange {
  double left = 0, right = 1, bottom = 0, top = 1;
};
PointRange RangeOf(const std::vector<Point>& points);

}  // namespace paisql::shell
