#pragma once

// What a join tells each of its sides about the partitions that it needs. Private to this room.

#include "optimizer/pushed_predicates.h"

namespace paisql::optimizer {

struct JoinPredicates {
  Predicates left;
  Predicates right;
};

// `predicates` hold for the rows that the join gives.
JoinPredicates PredicatesOfSides(Context& context, const plan::Join& join, Predicates predicates);

}  // namespace paisql::optimizer
