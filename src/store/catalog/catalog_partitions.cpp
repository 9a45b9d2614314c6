#include <algorithm>

#include "base/text.h"
#include "store/catalog/commit/change_writer.h"
#include "store/external.h"
#include "store/files/partition_key.h"
#include "store/home/home_paths.h"
#include "store/materialized.h"
#include "store/own_properties.h"

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

// Whether the values after the leading ones, which the index has matched, fit as well.
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

Error PartitionGone(const Table& table) {
  return Conflict(Error{ErrorCode::kPartitionNotFound,
                        "a partition of table " + table.QualifiedName() +
                            " was dropped by another statement meanwhile",
                        {},
                        "run the statement again"},
                  table.QualifiedName());
}

Result<ChangeWriter::PartitionIds> ChangeWriter::EnsurePartitions(
    const Table& table, const std::vector<std::vector<std::string>>& values) {
  PartitionIds ids;
  if (!table.partitioned()) {
    for (const std::vector<std::string>& one : values) {
      PAISQL_TRY(CheckPartitionValues(table, one));
    }
    ids[{}] = 0;
    return ids;
  }
  PAISQL_ASSIGN(const int64_t snapshot, Snapshot());
  PAISQL_ASSIGN(
      Statement upsert,
      db_.Prepare("INSERT INTO partitions (table_id, key, created_ms, last_modified_ms, "
                  "files_version) VALUES (?1, ?2, ?3, ?3, ?4) "
                  "ON CONFLICT (table_id, key) "
                  "DO UPDATE SET last_modified_ms = ?3, files_version = ?4 RETURNING id"));
  for (const std::vector<std::string>& one : values) {
    PAISQL_TRY(CheckPartitionValues(table, one));
    if (ids.contains(one)) continue;
    upsert.Bind(table.id, PartitionKey(one), now_, snapshot);
    PAISQL_ASSIGN(const bool found, upsert.Step());
    PAISQL_ASSERT(found, "an upsert gives its row back");
    ids[one] = upsert.Int(0);
    PAISQL_TRY(upsert.Run());
  }
  PAISQL_TRY(CheckPartitionCount(db_, table));
  return ids;
}

Result<ChangeWriter::PartitionIds> ChangeWriter::FindPartitions(
    const Table& table, const std::vector<std::vector<std::string>>& values) {
  PartitionIds ids;
  for (const std::vector<std::string>& one : values) {
    PAISQL_TRY(CheckPartitionValues(table, one));
    if (!table.partitioned()) {
      ids[one] = 0;
      continue;
    }
    PAISQL_ASSIGN(const auto id,
                  db_.QueryInt("SELECT id FROM partitions WHERE table_id = ?1 AND key = ?2",
                               table.id, PartitionKey(one)));
    if (!id.has_value()) return PartitionGone(table);
    ids[one] = *id;
  }
  return ids;
}

Status ChangeWriter::operator()(const change::AddPartitions& one) {
  PAISQL_ASSIGN(const Table table, RequireTable(one.table_id));
  if (!table.partitioned()) return NotPartitioned(table);
  PAISQL_ASSIGN(const int64_t snapshot, Snapshot());
  PAISQL_ASSIGN(Statement insert,
                db_.Prepare("INSERT INTO partitions (table_id, key, created_ms, "
                            "last_modified_ms, files_version) VALUES (?1, ?2, ?3, ?3, ?4) "
                            "ON CONFLICT DO NOTHING"));
  for (const std::vector<std::string>& values : one.values) {
    PAISQL_TRY(CheckPartitionValues(table, values));
    PAISQL_TRY(PartitionFolder(table, values));
    PAISQL_TRY(insert.Bind(table.id, PartitionKey(values), now_, snapshot).Run());
    if (db_.Changes() == 0 && !one.if_not_exists) {
      Partition existing;
      existing.values = values;
      return Error{ErrorCode::kPartition,
                   "partition " + existing.Name(table) + " of table " + table.QualifiedName() +
                       " already exists",
                   {},
                   "write ADD IF NOT EXISTS PARTITION"};
    }
  }
  PAISQL_TRY(CheckPartitionCount(db_, table));
  PAISQL_TRY(TouchFiles(table.id));
  return TouchDdl(table.id);
}

Status ChangeWriter::operator()(const change::DropPartitions& one) {
  PAISQL_ASSIGN(const Table table, RequireTable(one.table_id));
  PAISQL_ASSIGN(Statement partition,
                db_.Prepare("DELETE FROM partitions WHERE table_id = ?1 AND id = ?2 "
                            "RETURNING key"));
  std::vector<std::string> keys;
  for (const int64_t id : one.partition_ids) {
    PAISQL_TRY(KeepDroppedPartition(table.id, id));
    partition.Bind(table.id, id);
    PAISQL_ASSIGN(const bool found, partition.Step());
    if (!found) return PartitionGone(table);
    keys.push_back(partition.Text(0));
    PAISQL_TRY(partition.Run());
    PAISQL_TRY(RemoveFiles(table.id, id));
  }
  PAISQL_TRY(ForgetPartitions(table, keys));
  if (one.purge) {
    PAISQL_TRY((*this)(change::PurgeTable{table.id}));
  } else {
    PAISQL_TRY(BoundHistory(table.id));
  }
  PAISQL_TRY(TouchFiles(table.id));
  return TouchDdl(table.id);
}

Status ChangeWriter::ForgetPartitions(Table table, const std::vector<std::string>& keys) {
  size_t forgotten = 0;
  for (const std::string& key : keys) {
    const std::vector<std::string> values = PartitionValues(key);
    forgotten += table.traits.properties.erase(LifecycleOffKey(table, values));
    // What a materialized view was made from, of rows that it does not hold any more.
    forgotten += table.traits.properties.erase(BuiltKey(PartitionFolders(table, values)));
    forgotten += table.traits.properties.erase(BuiltKey(""));
  }
  if (forgotten == 0) return Status::Ok();
  return db_.Run("UPDATE tables SET traits = ?2 WHERE id = ?1", table.id, TraitsText(table.traits));
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
