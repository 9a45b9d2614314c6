#pragma once

// Which columns of queries around it a part of a plan reads, and other columns in their place.
// Subqueries inside are looked into.

#include <functional>
#include <unordered_map>
#include <unordered_set>

#include "engine/spark/lower/make.h"

namespace paisql::engine::spark {

using ColumnSet = std::unordered_set<plan::ColumnId>;
using Renaming = std::unordered_map<plan::ColumnId, plan::ColumnId>;

// The columns that are read and not made inside.
ColumnSet FreeColumns(const plan::Expression& expression);
ColumnSet FreeColumns(const plan::Relation& relation);
bool HasAny(const ColumnSet& set, const Columns& columns);
// Those of the columns that stand in the set, in their order.
Columns Among(const Columns& columns, const ColumnSet& set);
// Whether the set holds no other columns than these.
bool HasOnly(const ColumnSet& set, const Columns& columns);

void Rename(plan::Expression& expression, const Renaming& renaming);
void Rename(plan::Relation& relation, const Renaming& renaming);

// A definition of a WITH that is read inside.
bool ReadsDefinition(const plan::Relation& relation, const std::function<bool(int)>& which);

// Whether the rows of the type can be compared: MAPs cannot.
bool HasEquality(const DataType& type);

}  // namespace paisql::engine::spark
