#pragma once

// A result as a picture: bars, a line, a histogram or points, in the characters of a terminal or as
// SVG. A Chart is made of a table of cells (data.h) and drawn by pure functions, so that tests need
// no terminal.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace paisql::shell {

enum class ChartKind { kBar, kLine, kHistogram, kScatter };

// The kinds of numbers on the x axis.
enum class AxisKind { kNumber, kDay, kTime, kLabel };

struct Bar {
  std::optional<std::string> label;  // nullopt: NULL
  std::optional<double> value;       // nullopt: NULL; may be infinite or no number
};

struct Point {
  double x = 0;
  double y = 0;
};

struct Chart {
  ChartKind kind = ChartKind::kBar;
  std::string title;
  std::string x_name;
  std::string y_name;
  AxisKind x_axis = AxisKind::kNumber;
  std::vector<Bar> bars;      // of a bar chart and a histogram
  std::vector<Point> points;  // of the others, finite; in the order of x for a line
  std::vector<bool> gaps;     // of a line: whether none leads to the point from the one before
  // With `by`: a name for each series, and the series of each point; else both are empty.
  std::vector<std::string> series;
  std::vector<size_t> series_of;
  std::vector<std::string> labels;  // with kLabel: of x = 0, 1, …
  std::vector<std::string> notes;   // what people have to know beside the picture
};

// More lines cannot be told from each other.
inline constexpr size_t kMostSeries = 10;

// The part of a terminal that a picture takes.
struct Canvas {
  int columns = 80;
  int rows = 24;
  bool color = false;
  bool ascii = false;  // nothing but ASCII
};

// Lines, each ended by a newline. Bars that the rows have no room for are left out, and a note is
// added.
std::string DrawText(Chart& chart, const Canvas& canvas);

// A whole SVG document.
std::string DrawSvg(Chart& chart);

}  // namespace paisql::shell
