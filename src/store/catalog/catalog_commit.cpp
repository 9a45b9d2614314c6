// The one place where data come into tables. The order is what makes a commit whole: staged files
// reach the disk; they are renamed into the warehouse, and their names reach the disk; then, in one
// write transaction, the rows of the catalog change, and COMMIT makes it visible. Whatever dies
// before COMMIT leaves the tables as they were; files that were renamed by then are orphans. They
// carry the name of the writer's lease, so a sweep leaves them alone as long as the writer lives,
// and nobody waits for the renames of another.

#include <cerrno>

#include "base/text.h"
#include "store/catalog/catalog_state.h"
#include "store/files/block_sums.h"
#include "store/files/clock.h"
#include "store/home/lease_files.h"

namespace paisql::store {
namespace {

// The lease below whose staging folder the file stands; nullopt for any other file.
std::optional<std::string> LeaseOfStaged(const Home& home, const std::string& path) {
  const std::string folder = home.StagingPath() + "/";
  if (!path.starts_with(folder) || path.find("/../") != std::string::npos) return std::nullopt;
  const size_t end = path.find('/', folder.size());
  if (end == std::string::npos) return std::nullopt;
  return path.substr(folder.size(), end - folder.size());
}

}  // namespace

Result<std::string> PartitionFolder(const Table& table, const std::vector<std::string>& values) {
  std::string folder = "warehouse";
  // Names compare case-insensitively, so folders are in lower case, whatever the file system does.
  for (const std::string& name : {ToLower(table.project), ToLower(table.name)}) {
    PAISQL_ASSIGN(const std::string component, FolderName(name));
    folder += "/" + component;
  }
  for (size_t i = 0; i < values.size(); ++i) {
    PAISQL_ASSIGN(const std::string name, FolderName(table.partition_columns[i].name));
    // '=' stays as it is between name and value: that is how Hive, Spark and DuckDB tell them.
    const std::string component = name + "=" + PercentEncode(values[i]);
    if (component.size() > kMaxFolderNameBytes) {
      return Error{ErrorCode::kPartition,
                   "the partition value '" + values[i] + "' is too long: its folder's name takes " +
                       std::to_string(component.size()) + " bytes, " +
                       std::to_string(kMaxFolderNameBytes) + " are possible",
                   {},
                   "partition by a shorter value"};
    }
    folder += "/" + component;
  }
  return folder;
}

Status Catalog::State::SyncStaged(const std::vector<const StagedFile*>& files) {
  for (const StagedFile* file : files) {
    if (!LeaseOfStaged(home, file->path).has_value()) {
      return Error{
          ErrorCode::kIo,
          "the file " + file->path + " does not stand in a staging folder of home " + home.path(),
          {},
          ""};
    }
    if (files.size() <= kSyncEachAtMost) {
      PAISQL_TRY(Sync(file->path));
    }
  }
  if (files.size() > kSyncEachAtMost) {
    PAISQL_TRY(SyncFileSystem(files[0]->path));
  }
  return Reach(FaultPoint::kStagedSynced);
}

Result<std::vector<PlacedFile>> Catalog::State::Place(const Table& table,
                                                      const std::vector<StagedFile>& files,
                                                      FileMoves& moves) {
  std::vector<PlacedFile> placed;
  placed.reserve(files.size());
  for (const StagedFile& file : files) {
    PAISQL_TRY(CheckPartitionValues(table, file.partition_values));
    PAISQL_ASSIGN(const std::string folder, PartitionFolder(table, file.partition_values));
    const std::string lease = LeaseOfStaged(home, file.path).value_or("");
    PlacedFile one{folder + "/" + LeasedName(lease) + ".parquet", 0, ""};
    PAISQL_ASSIGN(one.bytes, FileSize(file.path));
    PAISQL_ASSIGN(one.block_sums, MakeBlockSums(file.path));
    PAISQL_TRY(moves.Move(file.path, home.path() + "/" + one.path));
    PAISQL_TRY(Reach(FaultPoint::kFileMoved));
    placed.push_back(std::move(one));
  }
  return placed;
}

Result<Table> Catalog::State::TargetOf(const WriteRequest& request) {
  Result<Table> found = RequireTable(request.table_id);
  if (!found.ok()) {
    Error error = found.error();
    if (error.code == ErrorCode::kTableNotFound && !request.table_name.empty())
      error.detail = "table " + request.table_name + " was dropped by another statement meanwhile";
    return error;
  }
  if (found->kind == TableKind::kView) {
    return Error{ErrorCode::kInvalidObjectType,
                 found->QualifiedName() + " is a view, and nothing can be written to a view",
                 {},
                 "write to the tables that it reads"};
  }
  if (found->schema_version != request.schema_version) return TableChanged(found->QualifiedName());
  return found;
}

Status Catalog::State::ApplyWrite(const WriteRequest& request,
                                  const std::vector<PlacedFile>& placed, int64_t snapshot,
                                  int64_t now_ms) {
  PAISQL_ASSIGN(const Table table, TargetOf(request));
  std::vector<std::vector<std::string>> targets = request.named_partitions;
  for (const StagedFile& file : request.files) {
    if (targets.empty() || targets.back() != file.partition_values) {
      targets.push_back(file.partition_values);
    }
  }
  PAISQL_ASSIGN(const auto partition_ids, EnsurePartitions(table, targets, now_ms));

  if (request.mode == WriteMode::kOverwrite) {
    PAISQL_ASSIGN(Statement replace,
                  db.Prepare("UPDATE data_files SET removed_at = ?3 WHERE table_id = ?1 AND "
                             "partition_id = ?2 AND removed_at IS NULL AND added_at < ?3"));
    for (const auto& [values, id] : partition_ids) {
      PAISQL_TRY(replace.Bind(table.id, id, snapshot).Run());
    }
  }
  PAISQL_ASSIGN(Statement insert,
                db.Prepare("INSERT INTO data_files (table_id, partition_id, path, rows, bytes, "
                           "schema_version, added_at, block_sums) "
                           "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"));
  for (size_t i = 0; i < request.files.size(); ++i) {
    const StagedFile& file = request.files[i];
    PAISQL_TRY(insert
                   .Bind(table.id, partition_ids.at(file.partition_values), placed[i].path,
                         file.rows, placed[i].bytes, request.schema_version, snapshot,
                         Blob{placed[i].block_sums})
                   .Run());
  }
  return db.Run("UPDATE tables SET last_modified_ms = ?2 WHERE id = ?1", table.id, now_ms);
}

Status Catalog::State::FinishCommit(CatalogWrite& transaction, FileMoves& moves) {
  PAISQL_TRY(Reach(FaultPoint::kBeforeCommit));
  PAISQL_TRY(transaction.Commit(&moves));
  (void)Reach(FaultPoint::kAfterCommit);
  return Status::Ok();
}

Status Catalog::CommitWrite(const WriteRequest& request) { return CommitWrites({request}); }

Status Catalog::CommitWrites(const std::vector<WriteRequest>& requests) {
  return state_->Commit(requests, nullptr);
}

Status Catalog::CommitWrites(const std::vector<WriteRequest>& requests, const Job& finished) {
  if (requests.empty()) return UpdateJob(finished);
  return state_->Commit(requests, &finished);
}

Status Catalog::State::Commit(const std::vector<WriteRequest>& requests, const Job* finished) {
  if (!home.writable()) {
    PAISQL_TRY(BeginWrite());
  }
  std::vector<const StagedFile*> files;
  for (const WriteRequest& request : requests) {
    for (const StagedFile& file : request.files) files.push_back(&file);
  }
  PAISQL_TRY(SyncStaged(files));

  FileMoves moves(left_files);
  std::vector<std::vector<PlacedFile>> placed;
  for (const WriteRequest& request : requests) {
    PAISQL_ASSIGN(const Table table, TargetOf(request));
    PAISQL_ASSIGN(std::vector<PlacedFile> files_of_one, Place(table, request.files, moves));
    placed.push_back(std::move(files_of_one));
  }
  PAISQL_TRY(moves.SyncNames());

  PAISQL_ASSIGN(CatalogWrite transaction, BeginWrite());
  PAISQL_ASSIGN(const int64_t snapshot, NextSnapshot());
  const int64_t now = NowMs();
  for (size_t i = 0; i < requests.size(); ++i) {
    PAISQL_TRY(ApplyWrite(requests[i], placed[i], snapshot, now));
  }
  if (finished != nullptr) {
    PAISQL_TRY(ApplyJob(*finished));
  }
  return FinishCommit(transaction, moves);
}

Result<Table> Catalog::CreateTableWithFiles(const Table& table,
                                            const std::vector<StagedFile>& files) {
  std::vector<const StagedFile*> staged;
  for (const StagedFile& file : files) staged.push_back(&file);
  FileMoves moves(state_->left_files);
  std::vector<PlacedFile> placed;
  if (!staged.empty() && state_->home.writable()) {
    PAISQL_TRY(state_->SyncStaged(staged));
    PAISQL_ASSIGN(placed, state_->Place(table, files, moves));
    PAISQL_TRY(moves.SyncNames());
  }
  PAISQL_ASSIGN(CatalogWrite transaction, state_->BeginWrite());
  const int64_t now = NowMs();
  PAISQL_ASSIGN(const int64_t table_id, state_->InsertTable(table, now));
  if (!files.empty()) {
    WriteRequest request;
    request.table_id = table_id;
    request.files = files;
    PAISQL_ASSIGN(const int64_t snapshot, state_->NextSnapshot());
    PAISQL_TRY(state_->ApplyWrite(request, placed, snapshot, now));
  }
  PAISQL_ASSIGN(Table created, state_->RequireTable(table_id));
  PAISQL_TRY(state_->FinishCommit(transaction, moves));
  return created;
}

}  // namespace paisql::store
