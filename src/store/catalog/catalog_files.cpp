// Files of tables: listing, sizes.

#include <algorithm>
#include <climits>
#include <set>

#include "store/catalog/catalog_state.h"
#include "store/files/partition_key.h"
#include "store/home/home_paths.h"
#include "store/transaction.h"

namespace paisql::store {

std::string_view FileKindText(FileKind kind) {
  return kind == FileKind::kDelete ? "delete" : "base";
}

Status ReadFiles(Statement& rows, const Home& home, FileListing& listing) {
  while (true) {
    PAISQL_ASSIGN(const bool found, rows.Step());
    if (!found) return Status::Ok();
    DataFile file;
    PAISQL_ASSIGN(file.path, PathInHome(home, "warehouse", rows.Text(0)));
    file.rows = rows.Int(1);
    file.bytes = rows.Int(2);
    const int64_t version = rows.Int(3);
    if (file.rows < 0 || file.bytes < 0 || version < 1 || version > INT_MAX) {
      return DamagedCatalog(home, "the file " + file.path + " has impossible numbers");
    }
    file.schema_version = static_cast<int>(version);
    file.partition_id = rows.Int(4);
    file.block_sums = rows.Bytes(5);
    const bool deletes = rows.Text(6) == FileKindText(FileKind::kDelete);
    (deletes ? listing.deletes : listing.files).push_back(std::move(file));
  }
}

namespace {

constexpr const char* kTableFilesSql =
    "SELECT path, rows, bytes, schema_version, partition_id, block_sums, kind FROM data_files "
    "WHERE table_id = ?1 AND removed_at IS NULL ORDER BY partition_id, id";

}  // namespace

Status AddSchemaVersions(CatalogState& state, int64_t table_id, FileListing& listing) {
  std::set<int> versions;
  for (const DataFile& file : listing.files) versions.insert(file.schema_version);
  for (const int needed : versions) {
    PAISQL_ASSIGN(std::vector<Column> columns, state.ColumnsAt(table_id, needed));
    listing.schema_versions.push_back({needed, std::move(columns)});
  }
  return Status::Ok();
}

Result<FileListing> Catalog::ListFiles(const Table& table,
                                       const std::optional<std::vector<int64_t>>& partition_ids) {
  PAISQL_ASSIGN(Transaction reading, state_->db.BeginRead());
  FileListing listing;
  PAISQL_ASSIGN(listing.snapshot, CurrentSnapshot());
  {
    PAISQL_ASSIGN(Statement find, state_->db.Prepare("SELECT schema_version, files_version "
                                                     "FROM tables WHERE id = ?1"));
    PAISQL_ASSIGN(const bool found, find.Bind(table.id).Step());
    if (!found || find.Int(0) != table.schema_version) return TableChanged(table.QualifiedName());
    listing.changed_at = state_->KnownCommit(find.Int(1));
  }

  const Home& home = state_->home;
  if (table.partitioned()) {
    PAISQL_ASSIGN(
        const auto count,
        state_->db.QueryInt("SELECT COUNT(*) FROM partitions WHERE table_id = ?1", table.id));
    listing.partition_count = count.value_or(0);
  }
  if (!partition_ids.has_value() || !table.partitioned()) {
    if (table.partitioned()) {
      PAISQL_ASSIGN(listing.partitions, ListPartitions(table.id));
    }
    PAISQL_ASSIGN(Statement files, state_->db.Prepare(kTableFilesSql));
    PAISQL_TRY(ReadFiles(files.Bind(table.id), home, listing));
  } else {
    PAISQL_ASSIGN(Statement find,
                  state_->db.Prepare("SELECT key, created_ms, last_modified_ms FROM partitions "
                                     "WHERE table_id = ?1 AND id = ?2"));
    PAISQL_ASSIGN(Statement files, state_->db.Prepare(kPartitionFilesSql));
    for (const int64_t id : std::set<int64_t>(partition_ids->begin(), partition_ids->end())) {
      // A partition that was dropped after it was looked up holds nothing at this snapshot.
      PAISQL_ASSIGN(const bool found, find.Bind(table.id, id).Step());
      if (!found) continue;
      listing.partitions.push_back({id, PartitionValues(find.Text(0)), find.Int(1), find.Int(2)});
      PAISQL_TRY(ReadFiles(files.Bind(table.id, id), home, listing));
    }
    std::sort(listing.partitions.begin(), listing.partitions.end(),
              [](const Partition& a, const Partition& b) { return a.values < b.values; });
  }

  PAISQL_TRY(AddSchemaVersions(*state_, table.id, listing));
  return listing;
}

Result<FileListing> CatalogTransaction::NewestFiles(
    const Table& table, const std::vector<std::string>& partition_values, int64_t limit) const {
  PAISQL_ASSIGN(Transaction reading, state_->db.BeginRead());
  FileListing listing;
  int64_t partition_id = 0;
  if (table.partitioned()) {
    PAISQL_ASSIGN(const auto id,
                  state_->db.QueryInt("SELECT id FROM partitions WHERE table_id = ?1 AND key = ?2",
                                      table.id, PartitionKey(partition_values)));
    if (!id.has_value()) return PartitionGone(table);
    partition_id = *id;
    listing.partitions.push_back({partition_id, partition_values, 0, 0});
    listing.partition_count = 1;
  }
  PAISQL_ASSIGN(Statement files,
                state_->db.Prepare("SELECT path, rows, bytes, schema_version, partition_id, "
                                   "block_sums, kind FROM data_files WHERE table_id = ?1 AND "
                                   "partition_id = ?2 AND removed_at IS NULL "
                                   "ORDER BY id DESC LIMIT ?3"));
  PAISQL_TRY(ReadFiles(files.Bind(table.id, partition_id, limit), state_->home, listing));
  std::reverse(listing.files.begin(), listing.files.end());
  std::reverse(listing.deletes.begin(), listing.deletes.end());
  PAISQL_TRY(AddSchemaVersions(*state_, table.id, listing));
  return listing;
}

Result<Catalog::Size> Catalog::TableSize(int64_t table_id, std::optional<int64_t> partition_id) {
  PAISQL_ASSIGN(
      Statement sum,
      state_->db.Prepare(std::string("SELECT COALESCE(SUM(rows), 0), COALESCE(SUM(bytes), 0), "
                                     "COUNT(*) FROM data_files WHERE table_id = ?1 ") +
                         (partition_id.has_value() ? "AND partition_id = ?2 " : "") +
                         "AND removed_at IS NULL AND kind = 'base'"));
  if (partition_id.has_value()) {
    sum.Bind(table_id, *partition_id);
  } else {
    sum.Bind(table_id);
  }
  PAISQL_ASSIGN(const bool found, sum.Step());
  PAISQL_ASSERT(found, "an aggregate gives one row");
  return Size{sum.Int(0), sum.Int(1), sum.Int(2)};
}

ReadVersion ColumnsRead(const Table& table) {
  return {table.id, table.QualifiedName(), table.schema_version};
}

ReadVersion RowsRead(const Table& table, const FileListing& listing) {
  ReadVersion read = ColumnsRead(table);
  read.snapshot = listing.snapshot;
  if (static_cast<int64_t>(listing.partitions.size()) < listing.partition_count) {
    std::vector<int64_t>& ids = read.partition_ids.emplace();
    for (const Partition& partition : listing.partitions) ids.push_back(partition.id);
  }
  return read;
}

ReadVersion FilesRead(const Table& table, const FileListing& listing,
                      std::vector<std::string> paths) {
  ReadVersion read = ColumnsRead(table);
  read.snapshot = listing.snapshot;
  read.files = std::move(paths);
  return read;
}

}  // namespace paisql::store
