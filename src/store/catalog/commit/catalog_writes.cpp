// Rows of the catalog for the files that come into tables and go from them. The files themselves
// stand at their places by then (catalog/commit/placement.h).

#include <algorithm>
#include <set>

#include "base/assert.h"
#include "store/catalog/commit/change_writer.h"
#include "store/external.h"
#include "store/files/clock.h"
#include "store/home/home_paths.h"
#include "store/materialized.h"
#include "store/transaction.h"

namespace paisql::store {

std::string ListedPath(const Home& home, const std::string& path) {
  const std::string below = home.path() + "/";
  return path.starts_with(below) ? path.substr(below.size()) : "";
}

ChangeWriter::ChangeWriter(CatalogState& state, const Placement& placement, bool keeps_rows,
                           std::optional<int64_t> kept_ms)
    : state_(state),
      db_(state.db),
      placement_(placement),
      keeps_rows_(keeps_rows),
      kept_ms_(kept_ms),
      now_(NowMs()) {}

Result<int64_t> ChangeWriter::Snapshot() {
  if (snapshot_.has_value()) return *snapshot_;
  PAISQL_ASSIGN(Statement next, db_.Prepare("UPDATE counters SET snapshot = snapshot + 1 "
                                            "RETURNING snapshot"));
  PAISQL_ASSIGN(const bool found, next.Step());
  if (!found) return DamagedCatalog(state_.home, "it has lost its counters");
  snapshot_ = next.Int(0);
  PAISQL_TRY(next.Run());
  return *snapshot_;
}

Status ChangeWriter::TouchFiles(int64_t table_id) {
  PAISQL_ASSIGN(const int64_t snapshot, Snapshot());
  return db_.Run("UPDATE tables SET files_version = ?2 WHERE id = ?1", table_id, snapshot);
}

std::vector<std::vector<std::string>> PartitionsOf(const WriteRequest& request) {
  std::vector<std::vector<std::string>> partitions = request.named_partitions;
  for (const StagedFile& file : request.files) {
    if (partitions.empty() || partitions.back() != file.partition_values) {
      partitions.push_back(file.partition_values);
    }
  }
  return partitions;
}

Result<ChangeWriter::Target> ChangeWriter::TargetOf(const WriteRequest& request) {
  Target target;
  PAISQL_ASSIGN(target.table, RequireTable(request.table_id));
  if (target.table.kind == TableKind::kView) {
    return Error{ErrorCode::kInvalidObjectType,
                 target.table.QualifiedName() + " is a view, and nothing can be written to a view",
                 {},
                 "write to the tables that it reads"};
  }
  if (target.table.schema_version != request.schema_version) {
    return TableChanged(target.table.QualifiedName());
  }
  PAISQL_ASSIGN(target.partitions, keeps_rows_
                                       ? FindPartitions(target.table, PartitionsOf(request))
                                       : EnsurePartitions(target.table, PartitionsOf(request)));
  return target;
}

Result<int64_t> ChangeWriter::RemoveFiles(int64_t table_id, std::optional<int64_t> partition_id) {
  PAISQL_ASSIGN(const int64_t snapshot, Snapshot());
  PAISQL_ASSIGN(const int64_t kept_until, KeptUntil(table_id));
  PAISQL_ASSIGN(
      Statement remove,
      db_.Prepare(std::string("UPDATE data_files SET removed_at = ?2, removed_ms = ?3, "
                              "kept_until_ms = ?4 "
                              "WHERE table_id = ?1 AND removed_at IS NULL ") +
                  (partition_id.has_value() ? "AND partition_id = ?5 " : "") + "RETURNING rows"));
  if (partition_id.has_value()) {
    remove.Bind(table_id, snapshot, now_, kept_until, *partition_id);
  } else {
    remove.Bind(table_id, snapshot, now_, kept_until);
  }
  int64_t rows = 0;
  while (true) {
    PAISQL_ASSIGN(const bool found, remove.Step());
    if (!found) return rows;
    rows += remove.Int(0);
  }
}

Status ChangeWriter::InsertFiles(const Target& target, const WriteRequest& request) {
  PAISQL_ASSIGN(const int64_t snapshot, Snapshot());
  const std::vector<PlacedFile>& placed = placement_.Of(request);
  PAISQL_ASSIGN(Statement insert,
                db_.Prepare("INSERT INTO data_files (table_id, partition_id, path, rows, bytes, "
                            "schema_version, added_at, block_sums, added_ms, kind) "
                            "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"));
  for (size_t i = 0; i < request.files.size(); ++i) {
    const StagedFile& file = request.files[i];
    PAISQL_TRY(insert
                   .Bind(target.table.id, target.partitions.at(file.partition_values),
                         placed[i].path, file.rows, placed[i].bytes,
                         file.schema_version > 0 ? file.schema_version : request.schema_version,
                         snapshot, Blob{placed[i].block_sums}, TimeOfRows(),
                         FileKindText(file.kind))
                   .RunSoon());
  }
  return Status::Ok();
}

Status ChangeWriter::TouchRows(int64_t table_id) {
  PAISQL_ASSIGN(const int64_t snapshot, Snapshot());
  return db_.Run("UPDATE tables SET last_modified_ms = ?2, files_version = ?3 WHERE id = ?1",
                 table_id, now_, snapshot);
}

Status ChangeWriter::RemoveReplaced(const Target& target, const WriteRequest& request) {
  switch (request.mode) {
    case WriteMode::kAppend:
      return Status::Ok();
    case WriteMode::kOverwrite:
      for (const auto& [values, id] : target.partitions) {
        PAISQL_ASSIGN(const int64_t rows, RemoveFiles(target.table.id, id));
        replaced_rows_ += rows;
      }
      break;
    case WriteMode::kReplaceFiles:
      PAISQL_TRY(RemoveNamedFiles(target.table, request.replaced));
      break;
  }
  return BoundHistory(target.table.id);
}

Status ChangeWriter::RemoveNamedFiles(const Table& table, const std::vector<std::string>& paths) {
  PAISQL_ASSIGN(const int64_t snapshot, Snapshot());
  PAISQL_ASSIGN(const int64_t kept_until, KeptUntil(table.id));
  PAISQL_ASSIGN(
      Statement remove,
      db_.Prepare("UPDATE data_files SET removed_at = ?3, removed_ms = ?4, "
                  "kept_until_ms = ?5 WHERE table_id = ?1 AND path = ?2 AND removed_at IS NULL "
                  "RETURNING partition_id"));
  PAISQL_ASSIGN(Statement touch,
                db_.Prepare("UPDATE partitions SET last_modified_ms = ?3, files_version = ?4 "
                            "WHERE table_id = ?1 AND id = ?2"));
  for (const std::string& path : std::set<std::string>(paths.begin(), paths.end())) {
    remove.Bind(table.id, ListedPath(state_.home, path), snapshot, TimeOfRows(), kept_until);
    PAISQL_ASSIGN(const bool found, remove.Step());
    if (!found) return RowsChanged(table.QualifiedName());
    const int64_t partition_id = remove.Int(0);
    PAISQL_TRY(remove.Run());
    if (keeps_rows_) continue;
    PAISQL_TRY(touch.Bind(table.id, partition_id, now_, snapshot).Run());
  }
  return Status::Ok();
}

// Rows of a materialized view come with the marks of what they were made from.
Status ChangeWriter::CheckMarked(const Table& table) const {
  const auto is_this = [&](int64_t id) { return id == table.id; };
  if (!IsMaterialized(table) || keeps_rows_) return Status::Ok();
  if (std::any_of(marked_.begin(), marked_.end(), is_this)) return Status::Ok();
  if (std::any_of(created_.begin(), created_.end(), is_this)) return Status::Ok();
  return Error{ErrorCode::kInvalidObjectType,
               table.QualifiedName() + " is a materialized view: its query alone writes it",
               {},
               "ALTER MATERIALIZED VIEW " + table.name + " REBUILD brings it up to date"};
}

Status ChangeWriter::operator()(const change::Write& one) {
  std::vector<Target> targets;
  for (const WriteRequest& request : one.requests) {
    PAISQL_ASSIGN(Target target, TargetOf(request));
    if (IsExternal(target.table) && !request.files.empty()) {
      return Error{
          ErrorCode::kInvalidObjectType,
          target.table.QualifiedName() + " is an external table, which INSERT alone writes",
          {},
          "write into a table of the home, then INSERT INTO the external table"};
    }
    PAISQL_TRY(CheckMarked(target.table));
    PAISQL_TRY(RemoveReplaced(target, request));
    targets.push_back(std::move(target));
  }
  for (size_t i = 0; i < targets.size(); ++i) {
    PAISQL_TRY(InsertFiles(targets[i], one.requests[i]));
    if (!keeps_rows_) PAISQL_TRY(TouchRows(targets[i].table.id));
  }
  return Status::Ok();
}

Status ChangeWriter::operator()(const change::TruncateTable& one) {
  PAISQL_ASSIGN(const Table table, RequireTable(one.table_id));
  PAISQL_ASSIGN(const int64_t snapshot, Snapshot());
  PAISQL_TRY(RemoveFiles(table.id, std::nullopt));
  PAISQL_TRY(BoundHistory(table.id));
  PAISQL_TRY(db_.Run("UPDATE tables SET last_modified_ms = ?2, files_version = ?3 WHERE id = ?1",
                     table.id, now_, snapshot));
  return db_.Run(
      "UPDATE partitions SET last_modified_ms = ?2, files_version = ?3 WHERE table_id = ?1",
      table.id, now_, snapshot);
}

Status ChangeWriter::operator()(const change::TruncatePartitions& one) {
  PAISQL_ASSIGN(const Table table, RequireTable(one.table_id));
  PAISQL_ASSIGN(const int64_t snapshot, Snapshot());
  PAISQL_ASSIGN(Statement touch,
                db_.Prepare("UPDATE partitions SET last_modified_ms = ?3, files_version = ?4 "
                            "WHERE table_id = ?1 AND id = ?2"));
  for (const int64_t id : one.partition_ids) {
    PAISQL_TRY(touch.Bind(table.id, id, now_, snapshot).Run());
    if (db_.Changes() == 0) return PartitionGone(table);
    PAISQL_TRY(RemoveFiles(table.id, id));
  }
  PAISQL_TRY(BoundHistory(table.id));
  return db_.Run("UPDATE tables SET last_modified_ms = ?2, files_version = ?3 WHERE id = ?1",
                 table.id, now_, snapshot);
}

}  // namespace paisql::store
