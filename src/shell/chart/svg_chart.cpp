// Charts as SVG: a document of its own, with nothing to be fetched from elsewhere.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "shell/chart/bars.h"

namespace paisql::shell {

namespace {

constexpr double kWidth = 800;
constexpr double kHeight = 480;
constexpr double kTop = 40;     // below the title
constexpr double kBottom = 40;  // of the axis' labels
constexpr double kSide = 80;    // of the y axis' labels
constexpr double kBarLabels = 180;
constexpr double kBarHeight = 20;
constexpr double kBarValues = 90;
constexpr size_t kMostBars = 200;
constexpr int kTicks = 5;
constexpr int kLabelColumns = 24;
constexpr double kLegend = 140;  // on the right of a plot with several series
constexpr int kLegendColumns = 16;

// The colours of the series.
constexpr const char* kColors[kMostSeries] = {"#4c72b0", "#c44e52", "#55a868", "#dd8452",
                                              "#8172b3", "#937860", "#da8bc3", "#8c8c8c",
                                              "#ccb974", "#64b5cd"};

std::string Escaped(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::string Text(double x, double y, std::string_view anchor, std::string_view text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                     Escaped(text));
}

std::string Line(double x0, double y0, double x1, double y1) {
  return fmt::format(
      "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#ccc\"/>\n", x0, y0,
      x1, y1);
}

std::string Bars(const Chart& chart) {
  const BarRange range = RangeOf(chart.bars);
  const double room = kWidth - kBarLabels - kBarValues;
  const auto place = [&](double value) {
    return kBarLabels + (value - range.least) / (range.most - range.least) * room;
  };
  std::string text;
  double y = kTop;
  for (const Bar& bar : chart.bars) {
    const bool known = bar.value.has_value() && !std::isnan(*bar.value);
    const double value = known ? std::clamp(*bar.value, range.least, range.most) : 0;
    const double left = place(std::min(value, 0.0));
    const double right = place(std::max(value, 0.0));
    std::string label = Fit(BarLabel(bar), kLabelColumns, false, false);
    label.resize(label.find_last_not_of(' ') + 1);
    text += Text(kBarLabels - 8, y + kBarHeight * 0.7, "end", label);
    text += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n", left,
        y + 2, right - left, kBarHeight - 4, value < 0 ? "#c44e52" : "#4c72b0");
    text += Text(right + 6, y + kBarHeight * 0.7, "start", BarValue(bar));
    y += kBarHeight;
  }
  return text + Line(place(0), kTop, place(0), y);
}

// On the x axis; of names each where its row is.
std::vector<double> PlacesOfLabels(const Chart& chart, const PointRange& range) {
  std::vector<double> places;
  if (chart.x_axis == AxisKind::kLabel) {
    const double step = std::max(std::ceil((range.right - range.left) / kTicks), 1.0);
    const auto steps = static_cast<int>((range.right - range.left) / step);
    for (int i = 0; i <= steps; ++i) places.push_back(range.left + step * i);
    return places;
  }
  for (int i = 0; i < kTicks; ++i) {
    places.push_back(range.left + (range.right - range.left) * i / kTicks);
  }
  places.push_back(range.right);
  return places;
}

// The names of the series on the right of the plot.
std::string SvgLegend(const Chart& chart) {
  constexpr double kLine = 18;
  constexpr double kMark = 12;
  std::string text;
  double y = kTop;
  for (size_t series = 0; series < chart.series.size(); ++series) {
    const double x = kWidth - kLegend + 10;
    text +=
        fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.0f}\" height=\"4\" fill=\"{}\"/>\n",
                    x, y, kMark, kColors[series % kMostSeries]);
    std::string name = Fit(chart.series[series], kLegendColumns, false, false);
    name.resize(name.find_last_not_of(' ') + 1);
    text += Text(x + kMark + 6, y + 6, "start", name);
    y += kLine;
  }
  return text;
}

std::string Plot(const Chart& chart) {
  PointRange range = RangeOf(chart.points);
  const Ticks ticks = RoundTicks(range.bottom, range.top, kTicks);
  range.bottom = ticks.low();
  range.top = ticks.high();
  const double width = kWidth - kSide - (chart.series.empty() ? 20 : kLegend);
  const double height = kHeight - kTop - kBottom;
  const double span = std::max(range.right - range.left, 1e-300);
  const auto x_of = [&](double x) { return kSide + (x - range.left) / span * width; };
  const auto y_of = [&](double y) {
    return kTop + (range.top - y) / (range.top - range.bottom) * height;
  };
  std::string text;
  for (int i = 0; i <= ticks.steps; ++i) {
    const double y = ticks.At(i);
    text += Line(kSide, y_of(y), kSide + width, y_of(y));
    text += Text(kSide - 8, y_of(y) + 4, "end", NumberLabel(y));
  }
  for (const double x : PlacesOfLabels(chart, range)) {
    const char* anchor = x == range.left ? "start" : x == range.right ? "end" : "middle";
    text += Text(x_of(x), kHeight - kBottom + 20, anchor, AxisLabel(chart, x));
  }
  const auto series_of = [&](size_t point) {
    return chart.series.empty() ? 0 : chart.series_of[point];
  };
  if (chart.kind == ChartKind::kScatter) {
    for (size_t i = 0; i < chart.points.size(); ++i) {
      text += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>\n",
                          x_of(chart.points[i].x), y_of(chart.points[i].y),
                          kColors[series_of(i) % kMostSeries]);
    }
    return text + SvgLegend(chart);
  }
  std::vector<std::string> paths(std::max<size_t>(chart.series.size(), 1));
  for (size_t i = 0; i < chart.points.size(); ++i) {
    const bool joined = i > 0 && !chart.gaps[i];
    paths[series_of(i)] += fmt::format("{}{:.1f} {:.1f} ", joined ? 'L' : 'M',
                                       x_of(chart.points[i].x), y_of(chart.points[i].y));
  }
  for (size_t series = 0; series < paths.size(); ++series) {
    text += "<path d=\"" + paths[series] + "\" fill=\"none\" stroke=\"" +
            kColors[series % kMostSeries] + "\" stroke-width=\"2\" stroke-linecap=\"round\"/>\n";
  }
  return text + SvgLegend(chart);
}

}  // namespace

std::string DrawSvg(Chart& chart) {
  const bool bars = chart.kind == ChartKind::kBar || chart.kind == ChartKind::kHistogram;
  if (bars) CutBars(chart, kMostBars);
  const double height =
      bars ? kTop + kBarHeight * static_cast<double>(chart.bars.size()) + 20 : kHeight;
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" "
             "height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"sans-serif\" "
             "font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
             kWidth, height) +
         Text(kWidth / 2, 24, "middle", chart.title) + (bars ? Bars(chart) : Plot(chart)) +
         "</svg>\n";
}

}  // namespace paisql::shell
