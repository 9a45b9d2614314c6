#pragma once

// Where DuckDB 1.5.6 moves a join's filter below a LIMIT, it changes which rows the LIMIT keeps
// (duckdb/duckdb#22924), and rows that it looks up again by file and number come from the wrong
// file when that filter has left out files. Statements with a LIMIT below something else run
// without these two optimizations.

#include "plan/relation.h"

namespace paisql::engine {

inline constexpr char kOptimizersUnsafeBelowLimit[] = "join_filter_pushdown,late_materialization";

// Whether a LIMIT stands anywhere but at the top, where nothing above it can filter its rows.
bool HasInnerLimit(const plan::Relation& root);
// Whether one stands in a subquery of the expression.
bool HasLimit(const plan::Expression& expression);

}  // namespace paisql::engine
