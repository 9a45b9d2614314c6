#pragma once

// How the values of a chart's axes are written.

#include <string>
#include <string_view>

#include "shell/chart/chart.h"

namespace paisql::shell {

// "1,234,567", "0.1235", "1.5e+20", "inf".
std::string NumberLabel(double value);
// A place on the x axis; "" on an axis of names where no row is.
std::string AxisLabel(const Chart& chart, double x);
std::string BarLabel(const Bar& bar);
std::string BarValue(const Bar& bar);

// The text in so many terminal columns: cut with "…", or filled with blanks on one side.
std::string Fit(std::string_view text, int columns, bool right, bool ascii);

}  // namespace paisql::shell
