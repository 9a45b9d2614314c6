#include "shell/command/png_file.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/process/piped_process.h"
#include "script/options/session_options.h"
#include "shell/chart/bars.h"

namespace paisql::shell {

namespace {

constexpr size_t kMostBars = 100;
constexpr int kNoMatplotlib = 3;  // the program's exit status, as chart.py gives it

nlohmann::json ToJson(Chart chart) {
  CutBars(chart, kMostBars);
  nlohmann::json json;
  json["kind"] = chart.kind == ChartKind::kLine      ? "line"
                 : chart.kind == ChartKind::kScatter ? "scatter"
                                                     : "bar";
  json["title"] = chart.title;
  json["x_name"] = chart.x_name;
  json["y_name"] = chart.y_name;
  for (const Bar& bar : chart.bars) {
    json["labels"].push_back(Fit(BarLabel(bar), 24, false, false));
    const bool finite = bar.value.has_value() && std::isfinite(*bar.value);
    json["values"].push_back(finite ? *bar.value : 0.0);
  }
  for (size_t i = 0; i < chart.points.size(); ++i) {
    json["x"].push_back(chart.points[i].x);
    json["y"].push_back(chart.points[i].y);
    json["gaps"].push_back(static_cast<bool>(chart.gaps[i]));
    if (!chart.series.empty()) json["series_of"].push_back(chart.series_of[i]);
  }
  for (const std::string& name : chart.series) json["series"].push_back(name);
  if (!chart.points.empty() && chart.x_axis != AxisKind::kNumber) {
    constexpr int kTicks = 4;
    const PointRange range = RangeOf(chart.points);
    for (int i = 0; i <= kTicks; ++i) {
      const double x = range.left + (range.right - range.left) * i / kTicks;
      json["ticks"].push_back(x);
      json["tick_labels"].push_back(AxisLabel(chart, x));
    }
  }
  return json;
}

}  // namespace

Result<std::string> DrawPng(const Chart& chart) {
  const jobs::Installation installation = script::FindPaths().installation;
  if (installation.python.empty()) {
    return Error{ErrorCode::kEnvironment,
                 "there is no Python to draw a PNG with",
                 {},
                 "run scripts/setup with training, or write .svg, which needs nothing"};
  }
  SpawnOptions options;
  options.command = {installation.python, "-I",
                     installation.python_folder + "/paisql/programs/chart.py"};
  options.environment = EnvironmentWith({{"MPLBACKEND", "agg"}});
  const std::string text =
      ToJson(chart).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  PAISQL_ASSIGN(PipedAnswer answer, RunPiped(std::move(options), text));
  if (answer.status == 0) return std::move(answer.bytes);
  if (answer.status == kNoMatplotlib) {
    return Error{ErrorCode::kEnvironment,
                 "the Python of paisql has no matplotlib, which draws PNG",
                 {},
                 installation.python + " -m pip install matplotlib adds it; .svg needs nothing"};
  }
  return Error{ErrorCode::kEnvironment,
               "matplotlib could not draw the chart",
               {},
               "write .svg, which needs nothing"};
}

}  // namespace paisql::shell
