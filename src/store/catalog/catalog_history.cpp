// The catalog's memory of tables that were dropped, and of files that tables listed before.

#include <algorithm>
#include <map>
#include <set>

#include "store/catalog/catalog_state.h"
#include "store/catalog/commit/change_writer.h"
#include "store/catalog/kept_files.h"
#include "store/files/clock.h"
#include "store/files/partition_key.h"
#include "store/home/home_paths.h"
#include "store/place.h"

namespace paisql::store {
namespace {

// Keeps so many removed files of one table, and all of its last change: small INSERTs that are
// merged would keep as many files as there were INSERTs.
constexpr int64_t kMostPastFiles = 1000;

constexpr const char* kColumnsOfDropped =
    "table_id, column_id, position, is_partition, since_version, until_version, name, type, "
    "comment, not_null, default_text, times_in_64_bits";

Error NotKept() {
  return {ErrorCode::kTableNotFound,
          "the dropped table cannot come back any more: its rows are not kept",
          {},
          "SHOW HISTORY FOR TABLES lists those that can"};
}

std::optional<std::string> KeyOf(const std::optional<std::vector<std::string>>& partition) {
  if (!partition.has_value()) return std::nullopt;
  return PartitionKey(*partition);
}

// The values of every partition that the table has or had, by their ids.
Result<std::map<int64_t, std::vector<std::string>>> AllPartitions(Database& db, int64_t table_id) {
  PAISQL_ASSIGN(Statement list,
                db.Prepare("SELECT id, key FROM partitions WHERE table_id = ?1 UNION ALL "
                           "SELECT id, key FROM dropped_partitions WHERE table_id = ?1"));
  list.Bind(table_id);
  std::map<int64_t, std::vector<std::string>> partitions;
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) return partitions;
    partitions[list.Int(0)] = PartitionValues(list.Text(1));
  }
}

}  // namespace

Result<int64_t> StatesSince(Database& db, int64_t table_id, const std::optional<std::string>& key) {
  PAISQL_ASSIGN(const auto since,
                db.QueryInt("SELECT MAX(since) FROM (SELECT history_since AS since FROM counters "
                            "UNION ALL SELECT f.before_snapshot FROM forgotten_states f "
                            "WHERE f.table_id = ?1 AND (?2 = 0 OR f.key IN (?3, ''))) AS ends",
                            table_id, key.has_value() ? 1 : 0, key.value_or("")));
  return since.value_or(0);
}

void Catalog::KeepRemovedFor(int64_t milliseconds) { state_->keep_removed_ms = milliseconds; }

Status ChangeWriter::BoundHistory(int64_t table_id) {
  PAISQL_ASSIGN(const int64_t kept_until, KeptUntil(table_id));
  if (kept_until <= now_) return (*this)(change::PurgeTable{table_id});
  return db_.Run(
      "UPDATE data_files SET kept_until_ms = 0 WHERE table_id = ?1 AND kept_until_ms > 0 "
      "AND removed_at < (SELECT removed_at FROM data_files WHERE table_id = ?1 "
      "AND removed_at IS NOT NULL ORDER BY removed_at DESC LIMIT 1 OFFSET ?2)",
      table_id, kMostPastFiles);
}

Status ChangeWriter::operator()(const change::PurgeTable& one) {
  PAISQL_TRY(db_.Run(std::string(kForgetStatesSql) +
                         "SELECT f.table_id, COALESCE(p.key, ''), MAX(f.removed_at) "
                         "FROM data_files f LEFT JOIN partitions p ON p.id = f.partition_id "
                         "WHERE f.table_id = ?1 AND f.removed_at IS NOT NULL GROUP BY 1, 2" +
                         kForgetStatesEnd,
                     one.table_id));
  PAISQL_TRY(
      db_.Run("UPDATE data_files SET kept_until_ms = 0 WHERE table_id = ?1 "
              "AND removed_at IS NOT NULL",
              one.table_id));
  PAISQL_TRY(db_.Run("DELETE FROM dropped_partitions WHERE table_id = ?1", one.table_id));
  PAISQL_TRY(db_.Run("DELETE FROM dropped_columns WHERE table_id = ?1", one.table_id));
  return db_.Run("DELETE FROM dropped_tables WHERE id = ?1", one.table_id);
}

Status ChangeWriter::KeepDropped(int64_t table_id) {
  PAISQL_ASSIGN(const int64_t snapshot, Snapshot());
  PAISQL_TRY(db_.Run(
      "INSERT INTO dropped_tables (id, dropped_at, dropped_ms, kept_until_ms, project_id, name, "
      "comment, owner, lifecycle_days, schema_version, next_column_id, created_ms, "
      "last_modified_ms, traits, schema) SELECT id, ?2, ?3, ?4, project_id, name, comment, owner, "
      "lifecycle_days, schema_version, next_column_id, created_ms, last_modified_ms, traits, "
      "schema "
      "FROM tables WHERE id = ?1",
      table_id, snapshot, now_, now_ + state_.keep_removed_ms));
  const std::string columns = kColumnsOfDropped;
  PAISQL_TRY(db_.Run("INSERT INTO dropped_columns (" + columns + ") SELECT " + columns +
                         " FROM columns WHERE table_id = ?1",
                     table_id));
  return db_.Run(
      "INSERT INTO dropped_partitions (id, table_id, dropped_at, kept_until_ms, key, created_ms, "
      "last_modified_ms) SELECT id, table_id, ?2, ?3, key, created_ms, last_modified_ms "
      "FROM partitions WHERE table_id = ?1",
      table_id, snapshot, now_ + state_.keep_removed_ms);
}

Status ChangeWriter::KeepDroppedPartition(int64_t table_id, int64_t partition_id) {
  PAISQL_ASSIGN(const int64_t kept_until, KeptUntil(table_id));
  if (kept_until <= now_) return Status::Ok();
  PAISQL_ASSIGN(const int64_t snapshot, Snapshot());
  return db_.Run(
      "INSERT INTO dropped_partitions (id, table_id, dropped_at, kept_until_ms, key, created_ms, "
      "last_modified_ms) SELECT id, table_id, ?3, ?4, key, created_ms, last_modified_ms "
      "FROM partitions WHERE table_id = ?1 AND id = ?2",
      table_id, partition_id, snapshot, kept_until);
}

Status ChangeWriter::operator()(const change::UndropTable& one) {
  PAISQL_ASSIGN(
      Statement find,
      db_.Prepare(
          "SELECT d.dropped_at, CASE WHEN d.schema = 'default' THEN p.name ELSE p.name || '.' || "
          "d.schema END, d.name "
          "FROM dropped_tables d JOIN projects p ON p.id = d.project_id "
          "WHERE d.id = ?1"));
  PAISQL_ASSIGN(const bool found, find.Bind(one.table_id).Step());
  if (!found) return NotKept();
  const int64_t dropped_at = find.Int(0);
  const std::string project = find.Text(1);
  const std::string old_name = find.Text(2);
  const std::string name = one.new_name.empty() ? old_name : one.new_name;
  find.Bind(0);  // ends the read
  PAISQL_ASSIGN(const int64_t since, StatesSince(db_, one.table_id, std::nullopt));
  if (since >= dropped_at) return NotKept();
  if (Status free = CheckNameIsFree(project, name); !free.ok()) {
    Error error = std::move(free).error();
    if (error.code != ErrorCode::kTableExists) return error;
    error.hint =
        "bring it back under another name: UNDROP TABLE " + old_name + " AS " + old_name + "_old";
    return error;
  }
  PAISQL_ASSIGN(const int64_t snapshot, Snapshot());
  // The days of a LIFECYCLE begin anew, else what it has let go would go at once again.
  PAISQL_TRY(db_.Run(
      "INSERT INTO tables (id, project_id, name, kind, comment, owner, lifecycle_days, view_text, "
      "schema_version, next_column_id, created_ms, last_ddl_ms, last_modified_ms, files_version, "
      "traits, schema) SELECT id, project_id, ?4, 'table', comment, owner, lifecycle_days, '', "
      "schema_version, next_column_id, created_ms, ?2, "
      "CASE WHEN lifecycle_days IS NULL THEN last_modified_ms ELSE ?2 END, ?3, traits, schema "
      "FROM dropped_tables WHERE id = ?1",
      one.table_id, now_, snapshot, name));
  const std::string columns = kColumnsOfDropped;
  PAISQL_TRY(db_.Run("INSERT INTO columns (" + columns + ") SELECT " + columns +
                         " FROM dropped_columns WHERE table_id = ?1",
                     one.table_id));
  PAISQL_TRY(db_.Run(
      "INSERT INTO partitions (id, table_id, key, created_ms, last_modified_ms, files_version) "
      "SELECT id, table_id, key, created_ms, CASE WHEN EXISTS (SELECT 1 FROM tables t "
      "WHERE t.id = table_id AND t.lifecycle_days IS NOT NULL) THEN ?4 ELSE last_modified_ms END, "
      "?3 FROM dropped_partitions WHERE table_id = ?1 AND dropped_at = ?2",
      one.table_id, dropped_at, snapshot, now_));
  // Nothing has changed the table since, so its files need no second row.
  PAISQL_TRY(
      db_.Run("UPDATE data_files SET removed_at = NULL, removed_ms = 0, kept_until_ms = 0 "
              "WHERE table_id = ?1 AND removed_at = ?2",
              one.table_id, dropped_at));
  PAISQL_TRY(db_.Run("DELETE FROM dropped_partitions WHERE table_id = ?1 AND dropped_at = ?2",
                     one.table_id, dropped_at));
  PAISQL_TRY(db_.Run("DELETE FROM dropped_columns WHERE table_id = ?1", one.table_id));
  return db_.Run("DELETE FROM dropped_tables WHERE id = ?1", one.table_id);
}

Result<std::vector<DroppedTable>> Catalog::ListDropped(const std::string& project) {
  PAISQL_ASSIGN(
      Statement list,
      state_->db.Prepare(
          "SELECT d.id, d.name, d.created_ms, d.dropped_ms, "
          "(SELECT COALESCE(SUM(f.rows), 0) FROM data_files f WHERE f.table_id = d.id "
          "AND f.removed_at = d.dropped_at), "
          "EXISTS (SELECT 1 FROM dropped_columns c WHERE c.table_id = d.id "
          "AND c.is_partition = 1) "
          "FROM dropped_tables d JOIN projects p ON p.id = d.project_id "
          "WHERE p.name = ?1 AND d.schema = ?3 AND d.kept_until_ms > ?2 AND NOT EXISTS ("
          "SELECT 1 FROM forgotten_states g WHERE g.table_id = d.id "
          "AND g.before_snapshot >= d.dropped_at) ORDER BY d.dropped_at DESC, d.id DESC"));
  const Place place = PlaceOf(project);
  list.Bind(place.project, NowMs(), place.schema);
  std::vector<DroppedTable> tables;
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) return tables;
    tables.push_back(
        {list.Int(0), list.Text(1), list.Int(2), list.Int(3), list.Int(4), list.Int(5) != 0});
  }
}

Result<std::vector<TableVersion>> Catalog::ListVersions(
    int64_t table_id, const std::optional<std::vector<std::string>>& partition) {
  PAISQL_ASSIGN(Transaction reading, state_->db.BeginRead());
  const std::optional<std::string> key = KeyOf(partition);
  PAISQL_ASSIGN(const int64_t since, StatesSince(state_->db, table_id, key));
  PAISQL_ASSIGN(
      Statement list,
      state_->db.Prepare(
          "SELECT e.at, SUM(e.rows), MAX(e.added), MIN(e.added), MAX(e.ms) FROM ("
          "SELECT added_at AS at, rows, 1 AS added, added_ms AS ms, partition_id FROM data_files "
          "WHERE table_id = ?1 UNION ALL "
          "SELECT removed_at, -rows, 0, removed_ms, partition_id FROM data_files "
          "WHERE table_id = ?1 AND removed_at IS NOT NULL) e WHERE ?2 = 0 OR e.partition_id IN ("
          "SELECT id FROM partitions WHERE table_id = ?1 AND key = ?3 UNION ALL "
          "SELECT id FROM dropped_partitions WHERE table_id = ?1 AND key = ?3) "
          "GROUP BY e.at ORDER BY e.at"));
  list.Bind(table_id, key.has_value() ? 1 : 0, key.value_or(""));
  std::vector<TableVersion> versions;
  int64_t rows = 0;
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) return versions;
    rows += list.Int(1);
    const TableVersion version{list.Int(0), list.Int(4), rows, list.Int(2) == 1, list.Int(3) == 0};
    if (version.snapshot <= since) {
      // All that is older is one state.
      versions.assign(1, {since, version.made_ms, rows, false, false});
    } else if (version.made_ms > 0) {  // else files were merged
      versions.push_back(version);
    }
  }
}

Status CompletePast(CatalogState& state, int64_t table_id, FileListing& listing) {
  PAISQL_ASSIGN(const auto partitions, AllPartitions(state.db, table_id));
  std::set<int64_t> needed;
  for (const auto* files : {&listing.files, &listing.deletes}) {
    for (const DataFile& file : *files) needed.insert(file.partition_id);
  }
  for (const int64_t id : needed) {
    const auto values = partitions.find(id);
    if (values != partitions.end()) listing.partitions.push_back({id, values->second, 0, 0});
  }
  listing.partition_count = static_cast<int64_t>(listing.partitions.size());
  return AddSchemaVersions(state, table_id, listing);
}

Result<std::optional<FileListing>> Catalog::FilesAt(
    const Table& table, int64_t snapshot,
    const std::optional<std::vector<std::string>>& partition) {
  PAISQL_ASSIGN(Transaction reading, state_->db.BeginRead());
  std::optional<FileListing> listing;
  const std::optional<std::string> key = KeyOf(partition);
  PAISQL_ASSIGN(const int64_t since, StatesSince(state_->db, table.id, key));
  PAISQL_ASSIGN(const int64_t newest, CurrentSnapshot());
  if (snapshot < since || snapshot > newest) return listing;
  listing.emplace().snapshot = snapshot;
  PAISQL_ASSIGN(const auto partitions, AllPartitions(state_->db, table.id));
  PAISQL_ASSIGN(
      Statement list,
      state_->db.Prepare("SELECT path, rows, bytes, schema_version, partition_id, block_sums, "
                         "kind FROM data_files WHERE table_id = ?1 AND added_at <= ?2 "
                         "AND (removed_at IS NULL OR removed_at > ?2) ORDER BY partition_id, id"));
  PAISQL_TRY(ReadFiles(list.Bind(table.id, snapshot), state_->home, *listing));
  if (partition.has_value()) {
    const auto elsewhere = [&](const DataFile& file) {
      const auto values = partitions.find(file.partition_id);
      return values == partitions.end() || values->second != *partition;
    };
    std::erase_if(listing->files, elsewhere);
    std::erase_if(listing->deletes, elsewhere);
  }
  PAISQL_TRY(CompletePast(*state_, table.id, *listing));
  return listing;
}

Result<bool> Catalog::PurgeTable(int64_t table_id) {
  PAISQL_ASSIGN(const auto kept,
                state_->db.QueryInt("SELECT EXISTS (SELECT 1 FROM data_files WHERE table_id = ?1 "
                                    "AND removed_at IS NOT NULL AND kept_until_ms > 0) OR "
                                    "EXISTS (SELECT 1 FROM dropped_tables WHERE id = ?1) OR "
                                    "EXISTS (SELECT 1 FROM dropped_partitions "
                                    "WHERE table_id = ?1)",
                                    table_id));
  if (kept.value_or(0) == 0) return false;
  PAISQL_TRY(CommitOne(change::PurgeTable{table_id}));
  return true;
}

}  // namespace paisql::store
