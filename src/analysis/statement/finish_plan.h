#pragma once

// What every analysed plan goes through before it leaves this room. Private to it.

#include "analysis/context/state.h"

namespace paisql::analysis {

// Gives columns of bare NULLs a type, prunes partitions and columns, and holds the plan to
// AssertResolved.
Status FinishPlan(State& state, plan::RelationPtr& root);

// Holds the plan to what plan/expression.h promises: no call without its function, no column that
// only stands for something, no unknown type.
void AssertResolved(const plan::Relation& root);

}  // namespace paisql::analysis
