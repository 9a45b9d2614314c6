#pragma once

// Tells each side of a join which partitions it needs. Private to this room.

#include "optimizer/pushed_predicates.h"

namespace paisql::optimizer {

struct JoinPredicates {
  Predicates left;
  Predicates right;
};

// `predicates` hold for the rows that the join gives.
JoinPredicates PredicatesOfSides(Context& context, const plan::Join& join, Predicates predicates);

}  // namespace paisql::optimizer
