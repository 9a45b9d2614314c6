#pragma once

// Rows of a result as a chart.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/result_stream.h"
#include "shell/chart/chart.h"

namespace paisql::shell {

// Cells as people see them; nullopt is NULL.
struct ChartRows {
  std::vector<engine::ResultColumn> columns;
  std::vector<std::vector<std::optional<std::string>>> rows;
};

struct ChartRequest {
  std::optional<ChartKind> kind;     // nullopt: what suits the columns
  std::vector<std::string> columns;  // x and y, or y alone; none: what there is
  std::string by = {};               // the column that names the lines of several; "": one line
};

// kInvalidCommand for columns that are not there, or that are not numbers where numbers are wanted,
// and for a result without a row.
Result<Chart> MakeChart(const ChartRows& rows, const ChartRequest& request);

// Which rows make which line of a chart that has a line for each value of a column.

class SeriesOfRows {
 public:
  // Without a column all rows are one series.
  SeriesOfRows(const ChartRows& rows, std::optional<size_t> by);

  // The numbers of the rows of each series, in the order in which the series come first. Of more
  // than kMostSeries those with the most rows are left.
  const std::vector<std::vector<size_t>>& Rows() const { return rows_; }
  const std::vector<std::string>& names() const { return names_; }
  // Tells of series that are left out; "" for none.
  const std::string& note() const { return note_; }

 private:
  std::vector<std::vector<size_t>> rows_;
  std::vector<std::string> names_;
  std::string note_;
};

}  // namespace paisql::shell
