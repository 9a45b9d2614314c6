#pragma once

// Numbers and curves out of the tables that components of evaluation write. A table is known by its
// columns, whatever component has made it. Pure functions.

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "console/designer/table_rows.h"

namespace paisql::console::canvas {

// Gives null where none of the tables belongs to an evaluation; else an object with "kind" (binary,
// multiclass, regression, clustering), "numbers", "curves", "confusion" and "histograms".
nlohmann::json EvaluationJson(const std::vector<TableRows>& tables);

}  // namespace paisql::console::canvas
