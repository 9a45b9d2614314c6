#include "store/auto_partition.h"

#include "base/whole_number.h"

namespace paisql::store {

// "3 day"
std::optional<AutoPartition> AutoPartitionOf(const Table& table) {
  const auto found = table.traits.properties.find(std::string(kAutoPartitionProperty));
  if (found == table.traits.properties.end()) return std::nullopt;
  const size_t blank = found->second.find(' ');
  if (blank == std::string::npos) return std::nullopt;
  AutoPartition partition;
  partition.column_id = ParseNumber<int64_t>(found->second.substr(0, blank)).value_or(0);
  partition.unit = found->second.substr(blank + 1);
  return partition;
}

void SetAutoPartition(Table& table, const AutoPartition& partition) {
  table.traits.properties[std::string(kAutoPartitionProperty)] =
      std::to_string(partition.column_id) + " " + partition.unit;
}

}  // namespace paisql::store
