#pragma once

// Whether a query gives the same rows when it runs twice over the same files, so that its answer
// may choose partitions before the statement itself asks it again. Private to this room.

#include "optimizer/pushed_predicates.h"

namespace paisql::optimizer {

bool IsRepeatable(const plan::Relation& relation);
// The same for an expression with its subqueries.
bool IsRepeatable(const plan::Expression& expression);

// The columns that the expression takes from outside: mentioned, but made by none of its
// subqueries.
ColumnIds OuterColumns(const plan::Expression& expression);

// The indexes of shared definitions that are read but not defined inside.
std::unordered_set<int> OuterDefinitions(const plan::Expression& expression);
std::unordered_set<int> OuterDefinitions(const plan::Relation& relation);

}  // namespace paisql::optimizer
