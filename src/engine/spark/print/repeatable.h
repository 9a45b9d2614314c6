#pragma once

// Engines on many machines write a definition of a WITH into each place that reads it, so its rows
// must be the same each time. Those of RAND() are not, nor those of a LIMIT.

#include <functional>

#include "plan/relation.h"

namespace paisql::engine::spark {

// Whether each computation gives the same rows, as far as the plan shows. `repeats` answers for the
// definitions that stand outside.
bool IsRepeatable(const plan::Relation& relation, const std::function<bool(int)>& repeats);

// How often a relation reads a definition, its subqueries included.
size_t CountReads(const plan::Relation& relation, int definition);

}  // namespace paisql::engine::spark
