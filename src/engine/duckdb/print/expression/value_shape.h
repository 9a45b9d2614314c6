#pragma once

// Cells of one column of VALUES that are alike but for their constants, such as CAST('…' AS
// DATETIME) in each row: the expression is printed once, and the constants become columns. DuckDB
// takes some 40 microseconds to plan a cell, and cannot be interrupted meanwhile.

#include <optional>
#include <vector>

#include "plan/relation.h"

namespace paisql::engine {

struct ValueShape {
  // The constants of the first row's cell that differ from row to row.
  std::vector<const plan::Constant*> slots;
  // For each slot the constants of all rows.
  std::vector<std::vector<const Value*>> values;
};

// nullopt where the cells are not alike. A column of constants is alike.
std::optional<ValueShape> ShapeOf(const plan::Values& values, size_t column);

}  // namespace paisql::engine
