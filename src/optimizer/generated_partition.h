#pragma once

// What conditions on the column from which a table computes its partition say of the partition.

#include "optimizer/optimizer.h"
#include "optimizer/pushed_predicates.h"
#include "plan/relation.h"

namespace paisql::optimizer {

// Predicates over the partition column of a scan with `generated`, which hold for each row for
// which the given ones hold; empty for a scan without.
Predicates GeneratedPredicates(const Context& context, const plan::Scan& scan,
                               const Predicates& predicates);

}  // namespace paisql::optimizer
