#pragma once

// Which rows make which line of a chart that has a line for each value of a column.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "shell/chart/data.h"

namespace paisql::shell {

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
