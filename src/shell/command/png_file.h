#pragma once

// A chart as PNG, drawn by matplotlib in the Python that trainings use.

#include <string>

#include "base/result.h"
#include "shell/chart/chart.h"

namespace paisql::shell {

// The bytes of the picture. kEnvironment, with the cure, where there is no Python or no matplotlib.
Result<std::string> DrawPng(const Chart& chart);

}  // namespace paisql::shell
