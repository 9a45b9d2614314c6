#pragma once

// Numbers and curves out of the tables that components of evaluation write. A table is known by its
// columns, whatever component has made it. Pure functions.

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "console/designer/table_rows.h"

namespace paisql::console::canvas {

// null where no table is one of an evaluation; else "kind" (binary, multiclass, regression,
// clustering), "numbers", "curves", "confusion" and "histograms".
nlohmann::json EvaluationJson(const std::vector<TableRows>& tables);

}  // namespace paisql::console::canvas
