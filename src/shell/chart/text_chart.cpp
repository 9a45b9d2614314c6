// Charts in the characters of a terminal: bars in eighths of a cell, lines and points in braille,
// whose cells have two by four dots.

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.h"
#include "shell/chart/bars.h"
#include "terminal/terminal.h"

namespace paisql::shell {

namespace {

constexpr int kLeastPlot = 8;
constexpr int kMostPlotRows = 20;
constexpr int kLeastBars = 5;

std::string Times(std::string_view text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

// So many eighths of a cell, from the left.
std::string Eighths(int eighths, bool ascii) {
  constexpr const char* kParts[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  if (ascii) return Times("#", (eighths + 4) / 8);
  return Times("█", eighths / 8) + kParts[eighths % 8];
}

// So many eighths, from the right; halves are all that there is.
std::string EighthsBack(int eighths, bool ascii) {
  if (ascii) return Times("#", (eighths + 4) / 8);
  return (eighths % 8 >= 4 ? "▐" : "") + Times("█", eighths / 8);
}

int Widest(const std::vector<Bar>& bars, std::string (*text)(const Bar&)) {
  int widest = 0;
  for (const Bar& bar : bars) widest = std::max(widest, DisplayWidth(text(bar)));
  return widest;
}

class BarDrawing {
 public:
  BarDrawing(const Chart& chart, const Canvas& canvas)
      : chart_(chart), canvas_(canvas), range_(RangeOf(chart.bars)) {
    const int values = Widest(chart.bars, BarValue);
    labels_ = Widest(chart.bars, BarLabel);
    // Labels give way to bars, bars to nothing.
    const int left = canvas.columns - values - 3;
    labels_ = std::min(labels_, std::max(left - kLeastPlot, canvas.columns / 3));
    labels_ = std::max(std::min(labels_, left - 1), 1);
    const int cells = std::max(left - labels_, 1);
    const double span = range_.most - range_.least;
    below_ = range_.least < 0
                 ? std::max(static_cast<int>(std::lround(cells * -range_.least / span)), 1)
                 : 0;
    below_ = std::min(below_, cells);
    above_ = cells - below_;
  }

  std::string Draw() const {
    std::string text;
    for (const Bar& bar : chart_.bars) text += Row(bar);
    return text;
  }

 private:
  std::string Row(const Bar& bar) const {
    const bool known = bar.value.has_value() && !std::isnan(*bar.value);
    const double value = known ? std::clamp(*bar.value, range_.least, range_.most) : 0;
    std::string left;
    std::string right;
    if (value < 0) left = EighthsBack(Length(value, range_.least, below_), canvas_.ascii);
    if (value > 0) right = Eighths(Length(value, range_.most, above_), canvas_.ascii);
    std::string row = Fit(BarLabel(bar), labels_, false, canvas_.ascii) + " ";
    row += std::string(static_cast<size_t>(std::max(below_ - DisplayWidth(left), 0)), ' ');
    row += terminal::Paint(left, terminal::Color::kRed, canvas_.color && !left.empty());
    row += canvas_.ascii ? "|" : "│";
    row += terminal::Paint(right, terminal::Color::kCyan, canvas_.color && !right.empty());
    return row + " " + BarValue(bar) + "\n";
  }

  // In eighths; what is not nothing is seen.
  static int Length(double value, double most, int cells) {
    return cells == 0 ? 0 : std::max(static_cast<int>(std::lround(value / most * cells * 8)), 1);
  }

  const Chart& chart_;
  const Canvas& canvas_;
  BarRange range_;
  int labels_ = 0;
  int below_ = 0;  // cells on the left of 0
  int above_ = 0;
};

// How the dots of a series are told from those of others: by a colour, or by a sign of their own.
class SeriesLook {
 public:
  SeriesLook(const Chart& chart, const Canvas& canvas)
      : several_(!chart.series.empty()), color_(canvas.color), ascii_(canvas.ascii) {}

  // A cell with dots of the series.
  std::string Cell(unsigned char bits, size_t series) const {
    if (several_ && !color_) return std::string(1, kSigns[series % kMostSeries]);
    if (ascii_) return "*";
    // U+2800 and the dots.
    return {static_cast<char>(0xE2), static_cast<char>(0xA0 | bits >> 6),
            static_cast<char>(0x80 | (bits & 0x3F))};
  }
  // Cells of one series.
  std::string Painted(const std::string& cells, size_t series) const {
    if (!several_) return terminal::Paint(cells, terminal::Color::kCyan, color_);
    if (!color_) return cells;
    return std::string(kColors[series % kMostSeries]) + cells + "\033[0m";
  }
  // In front of the series' name.
  std::string Sign(size_t series) const {
    if (!color_) return std::string(1, kSigns[series % kMostSeries]);
    return Painted(ascii_ ? "*" : "■", series);
  }

 private:
  // The terminal's own colours, which its user can read, but for black and white.
  static constexpr const char* kColors[kMostSeries] = {
      "\033[36m", "\033[31m", "\033[32m", "\033[33m", "\033[35m",
      "\033[34m", "\033[96m", "\033[91m", "\033[92m", "\033[95m"};
  static constexpr char kSigns[kMostSeries + 1] = "*+ox#%@&=~";

  bool several_;
  bool color_;
  bool ascii_;
};

// A grid of dots.
class Dots {
 public:
  Dots(int columns, int rows)
      : columns_(columns),
        rows_(rows),
        cells_(static_cast<size_t>(columns) * rows, 0),
        series_(cells_.size(), 0) {}

  int width() const { return columns_ * 2; }
  int height() const { return rows_ * 4; }

  // Chooses the series of the dots that come next. A cell looks like its last dot's series.
  void Choose(size_t series) { chosen_ = series; }

  void Set(int x, int y) {
    if (x < 0 || y < 0 || x >= width() || y >= height()) return;
    constexpr unsigned char kBits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    const size_t cell = static_cast<size_t>(y / 4) * columns_ + x / 2;
    if (series_[cell] != chosen_) cells_[cell] = 0;
    cells_[cell] |= kBits[y % 4][x % 2];
    series_[cell] = chosen_;
  }

  void Line(int x0, int y0, int x1, int y1) {
    const int steps = std::max({std::abs(x1 - x0), std::abs(y1 - y0), 1});
    for (int i = 0; i <= steps; ++i) {
      Set(x0 + static_cast<int>(std::lround(static_cast<double>(x1 - x0) * i / steps)),
          y0 + static_cast<int>(std::lround(static_cast<double>(y1 - y0) * i / steps)));
    }
  }

  std::string Row(int row, const SeriesLook& look) const {
    std::string text;
    std::string run;  // cells of one series, which have one colour
    size_t series = 0;
    for (int i = 0; i < columns_; ++i) {
      const size_t cell = static_cast<size_t>(row) * columns_ + i;
      const bool empty = cells_[cell] == 0;
      if (!empty && series_[cell] != series) {
        text += look.Painted(std::exchange(run, ""), series);
        series = series_[cell];
      }
      run += empty ? " " : look.Cell(cells_[cell], series);
    }
    return text + look.Painted(run, series);
  }

 private:
  int columns_;
  int rows_;
  std::vector<unsigned char> cells_;
  std::vector<size_t> series_;
  size_t chosen_ = 0;
};

// The names of the series with their signs, as many in a line as it has room for.
std::vector<std::string> Legend(const Chart& chart, const Canvas& canvas, const SeriesLook& look) {
  std::vector<std::string> lines;
  int used = 0;
  for (size_t series = 0; series < chart.series.size(); ++series) {
    constexpr int kSign = 2;  // and a blank
    constexpr int kBetween = 2;
    constexpr int kMostName = 24;
    const int room = std::max(std::min(canvas.columns - kSign, kMostName), 1);
    std::string name = Fit(chart.series[series], room, false, canvas.ascii);
    name.resize(name.find_last_not_of(' ') + 1);
    const int width = kSign + DisplayWidth(name);
    if (lines.empty() || used + kBetween + width > canvas.columns) {
      lines.emplace_back();
      used = 0;
    } else {
      lines.back() += "  ";
      used += kBetween;
    }
    lines.back() += look.Sign(series) + " " + name;
    used += width;
  }
  return lines;
}

class PlotDrawing {
 public:
  PlotDrawing(const Chart& chart, const Canvas& canvas)
      : chart_(chart),
        canvas_(canvas),
        look_(chart, canvas),
        legend_(Legend(chart, canvas, look_)),
        range_(RangeOf(chart.points)),
        ticks_(RoundTicks(range_.bottom, range_.top, (MostRows() - 1) / kLeastLabelEvery)),
        label_every_((MostRows() - 1) / ticks_.steps),
        rows_(label_every_ * ticks_.steps + 1),
        labels_(LabelWidth()),
        dots_(std::max(canvas.columns - labels_ - 2, kLeastPlot), rows_) {
    range_.bottom = ticks_.low();
    range_.top = ticks_.high();
  }

  std::string Draw() {
    Fill();
    std::string text;
    for (int row = 0; row < rows_; ++row) {
      text += Fit(RowLabel(row), labels_, true, canvas_.ascii);
      text += canvas_.ascii ? " |" : " │";
      text += dots_.Row(row, look_) + "\n";
    }
    text += std::string(static_cast<size_t>(labels_) + 1, ' ');
    text +=
        (canvas_.ascii ? "+" : "└") + Times(canvas_.ascii ? "-" : "─", dots_.width() / 2) + "\n";
    text += AxisRow() + "\n";
    for (const std::string& line : legend_) text += line + "\n";
    return text;
  }

 private:
  static constexpr int kLeastLabelEvery = 3;

  int MostRows() const {
    return std::clamp(canvas_.rows - 6 - static_cast<int>(legend_.size()), 4, kMostPlotRows);
  }
  std::string RowLabel(int row) const {
    if (row % label_every_ != 0) return "";
    return NumberLabel(ticks_.At(ticks_.steps - row / label_every_));
  }

  int LabelWidth() const {
    int widest = 1;
    for (int row = 0; row < rows_; ++row) widest = std::max(widest, DisplayWidth(RowLabel(row)));
    return std::min(widest, std::max(canvas_.columns / 3, 1));
  }

  int X(double x) const {
    return static_cast<int>(std::lround(
        (x - range_.left) / std::max(range_.right - range_.left, 1e-300) * (dots_.width() - 1)));
  }
  int Y(double y) const {
    return static_cast<int>(
        std::lround((range_.top - y) / (range_.top - range_.bottom) * (dots_.height() - 1)));
  }

  void Fill() {
    for (size_t i = 0; i < chart_.points.size(); ++i) {
      const Point& to = chart_.points[i];
      if (!chart_.series.empty()) dots_.Choose(chart_.series_of[i]);
      const bool joined = chart_.kind == ChartKind::kLine && i > 0 && !chart_.gaps[i];
      if (joined) {
        const Point& from = chart_.points[i - 1];
        dots_.Line(X(from.x), Y(from.y), X(to.x), Y(to.y));
      } else {
        dots_.Set(X(to.x), Y(to.y));
      }
    }
  }

  // The ends of the x axis, and its middle where there is room.
  std::string AxisRow() const {
    const int width = dots_.width() / 2;
    const std::string left = AxisLabel(chart_, range_.left);
    const std::string right = AxisLabel(chart_, range_.right);
    // A name stands where its row is.
    const double half = (range_.left + range_.right) / 2;
    const double at = chart_.x_axis == AxisKind::kLabel ? std::floor(half) : half;
    std::string middle = AxisLabel(chart_, at);
    if (middle == left || middle == right) middle.clear();
    std::string row(static_cast<size_t>(labels_) + 2, ' ');
    const int room = width - DisplayWidth(left) - DisplayWidth(right);
    if (room < 2) {
      return row + Fit(left, width / 2 - 1, false, canvas_.ascii) + " " +
             Fit(right, width - width / 2, true, canvas_.ascii);
    }
    if (middle.empty() || room < DisplayWidth(middle) + 4) {
      return row + left + std::string(static_cast<size_t>(room), ' ') + right;
    }
    const int place = X(at) / 2;
    const int before = std::clamp(place - DisplayWidth(middle) / 2 - DisplayWidth(left), 2,
                                  room - DisplayWidth(middle) - 2);
    row += left + std::string(static_cast<size_t>(before), ' ') + middle;
    return row + std::string(static_cast<size_t>(room - before - DisplayWidth(middle)), ' ') +
           right;
  }

  const Chart& chart_;
  const Canvas& canvas_;
  SeriesLook look_;
  std::vector<std::string> legend_;
  PointRange range_;
  Ticks ticks_;
  int label_every_;  // rows
  int rows_;
  int labels_;
  Dots dots_;
};

}  // namespace

std::string DrawText(Chart& chart, const Canvas& canvas) {
  const std::string title = Fit(chart.title, canvas.columns, false, canvas.ascii);
  const std::string head = terminal::Paint(title.substr(0, title.find_last_not_of(' ') + 1),
                                           terminal::Color::kBold, canvas.color) +
                           "\n";
  if (chart.kind == ChartKind::kBar || chart.kind == ChartKind::kHistogram) {
    CutBars(chart, static_cast<size_t>(std::max(canvas.rows - 4, kLeastBars)));
    return head + BarDrawing(chart, canvas).Draw();
  }
  return head + PlotDrawing(chart, canvas).Draw();
}

}  // namespace paisql::shell
