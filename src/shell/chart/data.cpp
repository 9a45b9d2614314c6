#include "shell/chart/data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/text.h"
#include "shell/chart/labels.h"
#include "types/time/time_text.h"

namespace paisql::shell {

namespace {

Error Refuse(std::string problem, std::string hint) {
  return {ErrorCode::kInvalidCommand, std::move(problem), {}, std::move(hint)};
}

std::optional<size_t> FirstNumeric(const ChartRows& rows, std::optional<size_t> other_than) {
  for (size_t i = 0; i < rows.columns.size(); ++i) {
    if (rows.columns[i].type.IsNumeric() && i != other_than) return i;
  }
  return std::nullopt;
}

Result<size_t> Find(const ChartRows& rows, const std::string& name) {
  std::vector<std::string> names;
  for (size_t i = 0; i < rows.columns.size(); ++i) {
    if (EqualsIgnoreCase(rows.columns[i].name, name)) return i;
    names.push_back(rows.columns[i].name);
  }
  const std::string near = DidYouMean(name, names);
  return Refuse("the last result has no column " + name,
                near.empty() ? "its columns are " + Join(names, ", ") : near);
}

std::optional<double> Number(const std::optional<std::string>& cell) {
  if (!cell.has_value()) return std::nullopt;
  return std::strtod(cell->c_str(), nullptr);
}

AxisKind AxisOf(const DataType& type) {
  if (type.IsNumeric()) return AxisKind::kNumber;
  if (type.id() == TypeId::kDate) return AxisKind::kDay;
  return type.IsTemporal() ? AxisKind::kTime : AxisKind::kLabel;
}

// A place on an axis that has numbers; nullopt for NULL.
std::optional<double> Place(AxisKind axis, const std::optional<std::string>& cell) {
  if (!cell.has_value()) return std::nullopt;
  if (axis == AxisKind::kNumber) return Number(cell);
  if (axis == AxisKind::kDay) {
    const std::optional<int32_t> day = ReadDate(*cell);
    return day ? std::optional<double>(*day * 86400.0) : std::nullopt;
  }
  const std::optional<WallTime> time = ReadTime(*cell, kTimestampForm);
  if (!time.has_value()) return std::nullopt;
  return static_cast<double>(time->seconds) + time->nanos / 1e9;
}

struct Columns {
  std::optional<size_t> x;  // nullopt: the number of the row
  size_t y = 0;
};

bool HasColumn(const ChartRows& rows, const std::string& name) {
  return std::ranges::any_of(rows.columns, [&](const engine::ResultColumn& column) {
    return EqualsIgnoreCase(column.name, name);
  });
}

// A first word that is no column may have been meant as a kind.
Status CheckFirstWord(const ChartRows& rows, const ChartRequest& request) {
  if (request.kind.has_value() || request.columns.empty()) return Status::Ok();
  const std::string& word = request.columns.front();
  if (HasColumn(rows, word)) return Status::Ok();
  Result<size_t> found = Find(rows, word);
  Error error = std::move(found).error();
  if (error.hint.starts_with("did you mean")) return error;
  return Refuse(word + " is not a kind of chart, and no column of the last result",
                "the kinds are bar, line, hist and scatter; " + error.hint);
}

Result<Columns> Choose(const ChartRows& rows, const ChartRequest& request) {
  PAISQL_TRY(CheckFirstWord(rows, request));
  const bool histogram = request.kind == ChartKind::kHistogram;
  if (request.columns.size() > (histogram ? 1U : 2U)) {
    return Refuse(histogram ? "a histogram has one column" : "a chart has two columns, x and y",
                  "\\chart [bar|line|hist|scatter] [x] [y] [> file]");
  }
  Columns chosen;
  std::optional<size_t> y;
  if (!request.columns.empty()) {
    PAISQL_ASSIGN(const size_t named, Find(rows, request.columns.back()));
    y = named;
  }
  if (request.columns.size() == 2) {
    PAISQL_ASSIGN(const size_t named, Find(rows, request.columns.front()));
    chosen.x = named;
  } else if (!histogram && rows.columns.size() > 1 && y != size_t{0}) {
    chosen.x = 0;
  }
  if (!y.has_value()) y = FirstNumeric(rows, histogram ? std::nullopt : chosen.x);
  if (!y.has_value()) y = FirstNumeric(rows, std::nullopt);
  if (!y.has_value()) {
    return Refuse("the last result has no column of numbers", "COUNT or SUM in SELECT makes one");
  }
  const engine::ResultColumn& column = rows.columns[*y];
  if (!column.type.IsNumeric()) {
    return Refuse(
        fmt::format("column {} is {}, y has to be numbers", column.name, column.type.ToString()),
        "CAST(" + column.name + " AS DOUBLE) in SELECT, or another column");
  }
  if (chosen.x == y && request.columns.size() < 2) chosen.x = std::nullopt;
  chosen.y = *y;
  return chosen;
}

std::optional<std::string> LabelOf(const ChartRows& rows, size_t row, std::optional<size_t> x) {
  return x ? rows.rows[row][*x] : std::optional<std::string>(std::to_string(row + 1));
}

void FillBars(const ChartRows& rows, const Columns& columns, Chart& chart) {
  for (size_t row = 0; row < rows.rows.size(); ++row) {
    chart.bars.push_back({LabelOf(rows, row, columns.x), Number(rows.rows[row][columns.y])});
  }
}

void NoteLeftOut(size_t count, Chart& chart) {
  if (count == 0) return;
  chart.notes.push_back(fmt::format("{} row{} with NULL or infinite values {} left out", count,
                                    count == 1 ? "" : "s", count == 1 ? "is" : "are"));
}

void FillPoints(const ChartRows& rows, const Columns& columns, Chart& chart) {
  // With NULL for y it stands only for the gap that it leaves in a line.
  struct Found {
    double x;
    std::optional<double> y;
  };
  std::vector<Found> found;
  size_t left_out = 0;
  for (size_t row = 0; row < rows.rows.size(); ++row) {
    std::optional<double> x = static_cast<double>(row) + (columns.x ? 0 : 1);
    if (chart.x_axis == AxisKind::kLabel) {
      chart.labels.push_back(LabelOf(rows, row, columns.x).value_or("NULL"));
    } else if (columns.x) {
      x = Place(chart.x_axis, rows.rows[row][*columns.x]);
    }
    std::optional<double> y = Number(rows.rows[row][columns.y]);
    if (y && !std::isfinite(*y)) y.reset();
    const bool placed = x && std::isfinite(*x);
    if (!placed || !y) ++left_out;
    if (placed) found.push_back({*x, y});
  }
  if (chart.kind == ChartKind::kLine) {
    std::stable_sort(found.begin(), found.end(),
                     [](const Found& a, const Found& b) { return a.x < b.x; });
  }
  bool gap = false;
  for (const Found& one : found) {
    if (one.y) {
      chart.points.push_back({one.x, *one.y});
      chart.gaps.push_back(gap);
    }
    gap = !one.y;
  }
  NoteLeftOut(left_out, chart);
}

void FillHistogram(const ChartRows& rows, size_t y, Chart& chart) {
  constexpr size_t kLeastBins = 5;
  constexpr size_t kMostBins = 20;
  std::vector<double> values;
  for (const auto& row : rows.rows) {
    const std::optional<double> value = Number(row[y]);
    if (value && std::isfinite(*value)) values.push_back(*value);
  }
  NoteLeftOut(rows.rows.size() - values.size(), chart);
  if (values.empty()) return;
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const double low = *least;
  const double high = *most;
  const auto wanted = static_cast<size_t>(std::ceil(std::log2(values.size()))) + 1;
  size_t bins = std::clamp(wanted, kLeastBins, kMostBins);
  if (low == high) bins = 1;
  const double width = (high - low) / static_cast<double>(bins);
  std::vector<size_t> counts(bins, 0);
  for (const double value : values) {
    const size_t bin = width > 0 ? static_cast<size_t>((value - low) / width) : 0;
    ++counts[std::min(bin, bins - 1)];
  }
  for (size_t i = 0; i < bins; ++i) {
    const double from = low + width * static_cast<double>(i);
    const double to = i + 1 == bins ? high : from + width;
    std::string label = NumberLabel(from);
    if (bins > 1) label += " to " + NumberLabel(to);
    chart.bars.push_back({std::move(label), static_cast<double>(counts[i])});
  }
}

}  // namespace

Result<Chart> MakeChart(const ChartRows& rows, const ChartRequest& request) {
  PAISQL_ASSIGN(const Columns columns, Choose(rows, request));
  if (rows.rows.empty()) {
    return Refuse("the last result has no rows, there is nothing to draw", "run another query");
  }
  Chart chart;
  chart.y_name = rows.columns[columns.y].name;
  chart.x_name = columns.x ? rows.columns[*columns.x].name : "row";
  chart.x_axis = columns.x ? AxisOf(rows.columns[*columns.x].type) : AxisKind::kNumber;
  const bool time = chart.x_axis == AxisKind::kDay || chart.x_axis == AxisKind::kTime;
  chart.kind = request.kind.value_or(time ? ChartKind::kLine : ChartKind::kBar);
  chart.title = chart.y_name + " by " + chart.x_name;
  switch (chart.kind) {
    case ChartKind::kBar:
      FillBars(rows, columns, chart);
      return chart;
    case ChartKind::kHistogram:
      chart.title = "rows by " + chart.y_name;
      FillHistogram(rows, columns.y, chart);
      break;
    case ChartKind::kLine:
    case ChartKind::kScatter:
      FillPoints(rows, columns, chart);
      break;
  }
  if (chart.points.empty() && chart.bars.empty()) {
    return Refuse("column " + chart.y_name + " has no finite value to draw", "");
  }
  return chart;
}

}  // namespace paisql::shell
