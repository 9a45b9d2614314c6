#include "execution/partition_filter.h"

namespace paisql::execution {

Result<std::vector<bool>> FilterPartitions(Host& host, const plan::Expression& predicate,
                                           const std::vector<PartitionColumn>& columns,
                                           const std::vector<store::Partition>& partitions,
                                           const engine::Bindings& bindings,
                                           engine::ExecutionSettings settings) {
  if (partitions.empty()) return std::vector<bool>();
  std::vector<plan::OutputColumn> ids;
  for (const PartitionColumn& column : columns) ids.push_back(column.column);
  std::vector<std::vector<std::string>> rows;
  rows.reserve(partitions.size());
  for (const store::Partition& partition : partitions) {
    std::vector<std::string>& row = rows.emplace_back();
    for (const PartitionColumn& column : columns) row.push_back(partition.values[column.level]);
  }
  PAISQL_ASSIGN(engine::RowFilter * filter, host.RowFilter());
  PAISQL_TRY(host.CheckInterrupted());
  settings.profile = false;
  Result<std::vector<bool>> keep = filter->FilterRows(predicate, bindings, ids, rows, settings);
  PAISQL_TRY(host.CheckInterrupted());
  return keep;
}

}  // namespace paisql::execution
