#pragma once

// Aggregates over columns of plans that a statement needs for itself. Private to this room.

#include <string_view>

#include "analysis/context/state.h"
#include "plan/relation.h"

namespace paisql::analysis {

// One more key of the grouping, whose output has no aggregate yet.
void AddKey(State& state, const plan::OutputColumn& column, plan::AggregateRelation& group);

// Adds an aggregate over the column, or over * when the column is null. Every engine has the
// function.
void AddAggregate(State& state, std::string_view name, const plan::OutputColumn* argument,
                  plan::AggregateRelation& group);

}  // namespace paisql::analysis
