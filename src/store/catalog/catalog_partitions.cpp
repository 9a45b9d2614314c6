#include <algorithm>

#include "base/text.h"
#include "store/catalog/catalog_state.h"
#include "store/files/clock.h"
#include "store/files/partition_key.h"
#include "store/home/home_paths.h"

namespace paisql::store {
namespace {

Error NotPartitioned(const Table& table) {
  return Error{ErrorCode::kPartition,
               "table " + table.QualifiedName() + " has no partitions",
               {},
               "leave the PARTITION clause out"};
}

Status CheckPartitionCount(Database& db, const Table& table) {
  PAISQL_ASSIGN(const auto count,
                db.QueryInt("SELECT COUNT(*) FROM partitions WHERE table_id = ?1", table.id));
  if (count.value_or(0) <= kMaxPartitions) return Status::Ok();
  return Error{ErrorCode::kPartition,
               "table " + table.QualifiedName() + " would have more than " +
                   std::to_string(kMaxPartitions) + " partitions",
               {},
               "partition by a coarser value, or drop partitions first"};
}

// Whether the values behind the leading ones, which the index has matched, fit too.
bool MatchesAll(const std::vector<std::string>& values,
                const std::vector<std::optional<std::string>>& match) {
  for (size_t i = 0; i < match.size(); ++i) {
    if (match[i].has_value() && (i >= values.size() || values[i] != *match[i])) return false;
  }
  return true;
}

}  // namespace

Status CheckPartitionValues(const Table& table, const std::vector<std::string>& values) {
  if (values.size() == table.partition_columns.size()) return Status::Ok();
  if (!table.partitioned()) return NotPartitioned(table);
  return Error{ErrorCode::kPartition,
               "table " + table.QualifiedName() + " has " +
                   std::to_string(table.partition_columns.size()) + " partition columns, " +
                   std::to_string(values.size()) + " values are given",
               {},
               "give a value for each partition column"};
}

Result<std::map<std::vector<std::string>, int64_t>> Catalog::State::EnsurePartitions(
    const Table& table, const std::vector<std::vector<std::string>>& values, int64_t now_ms) {
  std::map<std::vector<std::string>, int64_t> ids;
  if (!table.partitioned()) {
    for (const std::vector<std::string>& one : values) {
      PAISQL_TRY(CheckPartitionValues(table, one));
    }
    ids[{}] = 0;
    return ids;
  }
  PAISQL_ASSIGN(Statement upsert,
                db.Prepare("INSERT INTO partitions (table_id, key, created_ms, last_modified_ms) "
                           "VALUES (?1, ?2, ?3, ?3) ON CONFLICT (table_id, key) "
                           "DO UPDATE SET last_modified_ms = ?3 RETURNING id"));
  for (const std::vector<std::string>& one : values) {
    PAISQL_TRY(CheckPartitionValues(table, one));
    if (ids.contains(one)) continue;
    upsert.Bind(table.id, PartitionKey(one), now_ms);
    PAISQL_ASSIGN(const bool found, upsert.Step());
    PAISQL_ASSERT(found, "an upsert gives its row back");
    ids[one] = upsert.Int(0);
    PAISQL_TRY(upsert.Run());
  }
  PAISQL_TRY(CheckPartitionCount(db, table));
  return ids;
}

Status Catalog::AddPartitions(int64_t table_id, const std::vector<std::vector<std::string>>& values,
                              bool if_not_exists) {
  PAISQL_ASSIGN(CatalogWrite transaction, state_->BeginWrite());
  PAISQL_ASSIGN(const Table table, state_->RequireTable(table_id));
  if (!table.partitioned()) return NotPartitioned(table);
  PAISQL_ASSIGN(Statement insert,
                state_->db.Prepare("INSERT INTO partitions (table_id, key, created_ms, "
                                   "last_modified_ms) VALUES (?1, ?2, ?3, ?3) "
                                   "ON CONFLICT DO NOTHING"));
  const int64_t now = NowMs();
  for (const std::vector<std::string>& one : values) {
    PAISQL_TRY(CheckPartitionValues(table, one));
    PAISQL_TRY(PartitionFolder(table, one));
    PAISQL_TRY(insert.Bind(table_id, PartitionKey(one), now).Run());
    if (state_->db.Changes() == 0 && !if_not_exists) {
      Partition existing;
      existing.values = one;
      return Error{ErrorCode::kPartition,
                   "partition " + existing.Name(table) + " of table " + table.QualifiedName() +
                       " already exists",
                   {},
                   "write ADD IF NOT EXISTS PARTITION"};
    }
  }
  PAISQL_TRY(CheckPartitionCount(state_->db, table));
  PAISQL_TRY(state_->TouchDdl(table_id));
  return transaction.Commit();
}

Status Catalog::DropPartitions(int64_t table_id, const std::vector<int64_t>& partition_ids) {
  PAISQL_ASSIGN(CatalogWrite transaction, state_->BeginRemoval());
  PAISQL_ASSIGN(const Table table, state_->RequireTable(table_id));
  PAISQL_ASSIGN(const int64_t snapshot, state_->NextSnapshot());
  PAISQL_ASSIGN(Statement files, state_->db.Prepare("UPDATE data_files SET removed_at = ?3 "
                                                    "WHERE table_id = ?1 AND partition_id = ?2 "
                                                    "AND removed_at IS NULL"));
  PAISQL_ASSIGN(Statement partition,
                state_->db.Prepare("DELETE FROM partitions WHERE table_id = ?1 AND id = ?2"));
  for (const int64_t id : partition_ids) {
    PAISQL_TRY(partition.Bind(table_id, id).Run());
    if (state_->db.Changes() == 0) {
      return Error{ErrorCode::kPartitionNotFound,
                   "a partition of table " + table.QualifiedName() +
                       " was dropped by another statement meanwhile",
                   {},
                   "run the statement again"};
    }
    PAISQL_TRY(files.Bind(table_id, id, snapshot).Run());
  }
  PAISQL_TRY(state_->TouchDdl(table_id));
  return transaction.Commit();
}

Result<std::vector<Partition>> Catalog::ListPartitions(
    int64_t table_id, const std::vector<std::optional<std::string>>& match) {
  PAISQL_ASSIGN(const auto levels,
                state_->db.QueryInt("SELECT COUNT(*) FROM columns WHERE table_id = ?1 AND "
                                    "is_partition = 1 AND until_version IS NULL",
                                    table_id));
  const KeyRange range = PartitionKeyRange(match, static_cast<size_t>(levels.value_or(0)));
  PAISQL_ASSIGN(Statement list, state_->db.Prepare(kPartitionRangeSql));
  list.Bind(table_id, range.lower, range.upper);
  std::vector<Partition> partitions;
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) break;
    std::vector<std::string> values = PartitionValues(list.Text(1));
    if (values.size() != static_cast<size_t>(levels.value_or(0))) {
      return DamagedCatalog(state_->home, "the partition '" + list.Text(1) +
                                              "' has not one value for each partition column");
    }
    if (!MatchesAll(values, match)) continue;
    partitions.push_back({list.Int(0), std::move(values), list.Int(2), list.Int(3)});
  }
  // The keys' order is that of the encoded values; it differs where values hold unusual characters.
  const auto earlier = [](const Partition& left, const Partition& right) {
    return left.values < right.values;
  };
  if (!std::is_sorted(partitions.begin(), partitions.end(), earlier)) {
    std::sort(partitions.begin(), partitions.end(), earlier);
  }
  return partitions;
}

}  // namespace paisql::store
