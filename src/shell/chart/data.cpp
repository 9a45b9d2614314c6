#include "shell/chart/data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

#include "base/text.h"
#include "shell/chart/bars.h"
#include "shell/chart/histogram.h"
#include "types/time/time_text.h"

namespace paisql::shell {

namespace {

Error Refuse(std::string problem, std::string hint) {
  return {ErrorCode::kInvalidCommand, std::move(problem), {}, std::move(hint)};
}

std::optional<size_t> FirstNumeric(const ChartRows& rows, std::optional<size_t> other_than,
                                   std::optional<size_t> by) {
  for (size_t i = 0; i < rows.columns.size(); ++i) {
    if (rows.columns[i].type.IsNumeric() && i != other_than && i != by) return i;
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
  std::optional<size_t> by;
};

bool HasColumn(const ChartRows& rows, const std::string& name) {
  return std::ranges::any_of(rows.columns, [&](const engine::ResultColumn& column) {
    return EqualsIgnoreCase(column.name, name);
  });
}

// A first word that is not a column may have been meant as a kind.
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
                  "\\chart [bar|line|hist|scatter] [x] [y] [by column] [> file]");
  }
  Columns chosen;
  if (!request.by.empty()) {
    PAISQL_ASSIGN(const size_t named, Find(rows, request.by));
    chosen.by = named;
  }
  const size_t first = chosen.by == size_t{0} ? 1 : 0;
  std::optional<size_t> y;
  if (!request.columns.empty()) {
    PAISQL_ASSIGN(const size_t named, Find(rows, request.columns.back()));
    y = named;
  }
  if (request.columns.size() == 2) {
    PAISQL_ASSIGN(const size_t named, Find(rows, request.columns.front()));
    chosen.x = named;
  } else if (!histogram && rows.columns.size() > first + 1 && y != first) {
    chosen.x = first;
  }
  if (!y.has_value()) y = FirstNumeric(rows, histogram ? std::nullopt : chosen.x, chosen.by);
  if (!y.has_value()) y = FirstNumeric(rows, std::nullopt, chosen.by);
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

// The points of some rows, after those of the chart.
class PointMaker {
 public:
  PointMaker(const ChartRows& rows, const Columns& columns, Chart& chart)
      : rows_(rows), columns_(columns), chart_(chart), names_(rows, columns.by) {}

  void AddAll() {
    std::vector<std::vector<size_t>> parts = names_.Rows();
    for (size_t series = 0; series < parts.size(); ++series) Add(parts[series], series);
    if (columns_.by.has_value()) {
      chart_.series = names_.names();
      if (!names_.note().empty()) chart_.notes.push_back(names_.note());
    }
    NoteLeftOut(left_out_, chart_);
  }

 private:
  // With NULL for y it stands only for the gap that it leaves in a line.
  struct Found {
    double x;
    std::optional<double> y;
  };

  std::optional<double> XOf(size_t row) {
    if (!columns_.x.has_value()) return static_cast<double>(row) + 1;
    if (chart_.x_axis != AxisKind::kLabel)
      return Place(chart_.x_axis, rows_.rows[row][*columns_.x]);
    const std::string label = LabelOf(rows_, row, columns_.x).value_or("NULL");
    // Series meet where their rows have one name; without series each row has a place of its own.
    if (columns_.by.has_value()) {
      const auto [known, fresh] = places_.try_emplace(label, chart_.labels.size());
      if (!fresh) return static_cast<double>(known->second);
    }
    chart_.labels.push_back(label);
    return static_cast<double>(chart_.labels.size()) - 1;
  }

  void Add(const std::vector<size_t>& rows, size_t series) {
    std::vector<Found> found;
    for (const size_t row : rows) {
      const std::optional<double> x = XOf(row);
      std::optional<double> y = Number(rows_.rows[row][columns_.y]);
      if (y && !std::isfinite(*y)) y.reset();
      const bool placed = x && std::isfinite(*x);
      if (!placed || !y) ++left_out_;
      if (placed) found.push_back({*x, y});
    }
    if (chart_.kind == ChartKind::kLine) {
      std::stable_sort(found.begin(), found.end(),
                       [](const Found& a, const Found& b) { return a.x < b.x; });
    }
    bool gap = series > 0;
    for (const Found& one : found) {
      if (one.y) {
        chart_.points.push_back({one.x, *one.y});
        chart_.gaps.push_back(gap);
        if (columns_.by.has_value()) chart_.series_of.push_back(series);
        gap = false;
      } else {
        gap = true;
      }
    }
  }

  const ChartRows& rows_;
  const Columns& columns_;
  Chart& chart_;
  SeriesOfRows names_;
  std::map<std::string, size_t> places_;  // of labels on the x axis
  size_t left_out_ = 0;
};

void FillHistogram(const ChartRows& rows, size_t y, Chart& chart) {
  std::vector<double> values;
  for (const auto& row : rows.rows) {
    const std::optional<double> value = Number(row[y]);
    if (value && std::isfinite(*value)) values.push_back(*value);
  }
  NoteLeftOut(rows.rows.size() - values.size(), chart);
  if (values.empty()) return;
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const Bins bins = BinsOf(*least, *most, static_cast<int64_t>(values.size()));
  std::vector<int64_t> counts(bins.count, 0);
  for (const double value : values) ++counts[bins.Of(value)];
  chart.bars = BarsOf(bins, counts);
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
  const bool lines = time || columns.by.has_value();
  chart.kind = request.kind.value_or(lines ? ChartKind::kLine : ChartKind::kBar);
  chart.title = chart.y_name + " by " + chart.x_name;
  if (columns.by.has_value()) {
    if (chart.kind == ChartKind::kBar || chart.kind == ChartKind::kHistogram) {
      return Refuse("bars have no series", "\\chart line x y by " + request.by +
                                               " draws a line for each value of " + request.by);
    }
    chart.title += " and " + rows.columns[*columns.by].name;
  }
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
      PointMaker(rows, columns, chart).AddAll();
      break;
  }
  if (chart.points.empty() && chart.bars.empty()) {
    return Refuse("column " + chart.y_name + " has no finite value to draw", "");
  }
  return chart;
}

}  // namespace paisql::shell
