#pragma once

// Partitions that a predicate leaves. The engine is asked, so that a predicate over partition
// values means what it means in WHERE.

#include <vector>

#include "execution/host.h"

namespace paisql::execution {

// The level of a table's partitions that a column of the predicate stands for.
struct PartitionColumn {
  plan::OutputColumn column;
  size_t level = 0;
};

// Which of the partitions make the predicate true. Scans of its subqueries are bound.
Result<std::vector<bool>> FilterPartitions(Host& host, const plan::Expression& predicate,
                                           const std::vector<PartitionColumn>& columns,
                                           const std::vector<store::Partition>& partitions,
                                           const engine::Bindings& bindings,
                                           engine::ExecutionSettings settings);

}  // namespace paisql::execution
