#pragma once

// The end of a predicate's way: what of it chooses a scan's partitions. Private to this room.

#include <functional>

#include "optimizer/pushed_predicates.h"

namespace paisql::optimizer {

// The shared definitions that enclose a scan, by index.
using Definitions = std::unordered_map<int, const plan::Relation*>;

struct ScanPruning {
  Context& context;
  const Definitions& definitions;
  // Prunes inside the copy of a subquery, which is a plan of its own. Empty inside of such a copy:
  // copies of copies would multiply.
  std::function<void(plan::Relation&)> prune_copy;
};

// Fills the scan's partition_predicate, partition_equals and runtime_predicates. True when a
// predicate of the user speaks of the partition columns, though its value may not be known yet.
bool PruneScan(plan::Scan& scan, const Predicates& predicates, const ScanPruning& pruning);

}  // namespace paisql::optimizer
