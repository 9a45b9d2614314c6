#pragma once

// Rows of a result as a chart.

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

}  // namespace paisql::shell
