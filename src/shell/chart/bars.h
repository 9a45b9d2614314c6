#pragma once

// Shared by all drawings: ranges, ticks and labels.

#include <string>
#include <string_view>

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

// The ticks of an axis: steps apart, which are 1, 2 or 5 times a power of ten, and around the range
// that they were made for.
struct Ticks {
  double step = 1;
  double first = 0;  // of the lowest tick, in steps
  int steps = 1;
  double At(int tick) const { return (first + tick) * step; }
  double low() const { return At(0); }
  double high() const { return At(steps); }
};
// At most so many steps, two or more. A range that doubles cannot part has one step, unround.
Ticks RoundTicks(double low, double high, int most);

// How the values of a chart's axes are written.

// "1,234,567", "0.1235", "1.5e+20", "inf".
std::string NumberLabel(double value);
// A place on the x axis; "" on an axis of names where no row is.
std::string AxisLabel(const Chart& chart, double x);
std::string BarLabel(const Bar& bar);
std::string BarValue(const Bar& bar);

// The text in so many terminal columns: cut with "…", or filled with blanks on one side.
std::string Fit(std::string_view text, int columns, bool right, bool ascii);

}  // namespace paisql::shell
