#pragma once

// What a join tells each of its sides about the partitions that it needs. Private to this room.

#include "analysis/passes/pushed_predicates.h"

namespace paisql::analysis {

struct JoinPredicates {
  Predicates left;
  Predicates right;
};

// `predicates` hold for the rows that the join gives.
JoinPredicates PredicatesOfSides(State& state, const plan::Join& join, Predicates predicates);

}  // namespace paisql::analysis
