#pragma once

// A partition's values as one text: percent-encoded and joined by '/' ("20260101/08"). No encoded
// value holds a '/', so that all partitions with given leading values are one range of an index.
// Private to the store.

#include <optional>
#include <string>
#include <vector>

namespace paisql::store {

std::string PartitionKey(const std::vector<std::string>& values);
std::vector<std::string> PartitionValues(const std::string& key);

// Keys with lower <= key < upper have the leading values that `match` gives, up to its first
// nullopt. Without a leading value the range holds every key.
struct KeyRange {
  std::string lower;
  std::string upper;
};
KeyRange PartitionKeyRange(const std::vector<std::optional<std::string>>& match, size_t levels);

// Parameters: the table's id, the range.
inline constexpr const char* kPartitionRangeSql =
    "SELECT id, key, created_ms, last_modified_ms FROM partitions "
    "WHERE table_id = ?1 AND key >= ?2 AND key < ?3 ORDER BY key";

// Parameters: the table's id, the partition's id (0 for a table without partitions).
inline constexpr const char* kPartitionFilesSql =
    "SELECT path, rows, bytes, schema_version, partition_id, block_sums, kind FROM data_files "
    "WHERE table_id = ?1 AND partition_id = ?2 AND removed_at IS NULL ORDER BY id";

}  // namespace paisql::store
