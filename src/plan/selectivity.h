#pragma once

// Which share of the rows a condition is expected to keep: fixed numbers by the kind of condition,
// because nothing is known about the values. For estimates only.

#include <unordered_set>

#include "plan/expression.h"

namespace paisql::plan {

// Conditions over these columns alone count as kept whole: the partitions that they leave are
// chosen already.
using DecidedColumns = std::unordered_set<ColumnId>;

double Selectivity(const Expression& condition, const DecidedColumns& decided);

// The two columns of "a = b"; false for every other condition.
bool IsColumnEquality(const Expression& condition, ColumnId& left, ColumnId& right);

}  // namespace paisql::plan
