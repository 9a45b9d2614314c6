// The one place where data come into tables. The order is what makes a commit whole: staged files
// reach the disk; then, inside one write transaction, they are renamed into the warehouse, their
// names reach the disk, the rows of the catalog change, and COMMIT makes it visible. Whatever dies
// before COMMIT leaves the tables as they were; files that were renamed by then are orphans. A
// sweep looks for orphans inside a write transaction of its own, so it never meets files of a
// commit that is under way.

#include <cerrno>
#include <cstdio>
#include <set>

#include "base/text.h"
#include "store/block_sums.h"
#include "store/catalog_state.h"
#include "store/clock.h"

namespace paisql::store {
namespace {

// From here on one sync of the whole file system is cheaper than one for each file.
constexpr size_t kSyncEachAtMost = 16;

bool IsStagedPath(const Home& home, const std::string& path) {
  for (const std::string& folder : {home.StagingPath(), home.JobsPath()}) {
    if (path.starts_with(folder + "/")) return path.find("/../") == std::string::npos;
  }
  return false;
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

Status FileMoves::Move(const std::string& from, const std::string& to) {
  PAISQL_TRY(MakeFolders(ParentFolder(to), &made_folders_));
  if (std::rename(from.c_str(), to.c_str()) != 0) {
    return FileError("move the staged file " + from + " to", to, errno);
  }
  moved_.emplace_back(from, to);
  return Status::Ok();
}

Status FileMoves::SyncNames() {
  if (moved_.empty()) return Status::Ok();
  std::set<std::string> folders;
  for (const auto& [from, to] : moved_) folders.insert(ParentFolder(to));
  // A new folder's own name stands in its parent.
  for (const std::string& folder : made_folders_) folders.insert(ParentFolder(folder));
  if (folders.size() > kSyncEachAtMost) return SyncFileSystem(*folders.begin());
  for (const std::string& folder : folders) {
    PAISQL_TRY(Sync(folder));
  }
  return Status::Ok();
}

void FileMoves::Undo() {
  // What cannot be moved back is an orphan, which a sweep removes.
  for (auto move = moved_.rbegin(); move != moved_.rend(); ++move) {
    std::rename(move->second.c_str(), move->first.c_str());
  }
  moved_.clear();
}

Status Catalog::State::SyncStaged(const std::vector<const StagedFile*>& files) {
  for (const StagedFile* file : files) {
    if (!IsStagedPath(home, file->path)) {
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

Result<StagedSums> Catalog::State::SumStaged(const std::vector<const StagedFile*>& files) {
  StagedSums sums;
  for (const StagedFile* file : files) {
    PAISQL_ASSIGN(sums[file->path], MakeBlockSums(file->path));
  }
  return sums;
}

Status Catalog::State::ApplyWrite(const WriteRequest& request, int64_t snapshot, int64_t now_ms,
                                  const StagedSums& sums, FileMoves& moves) {
  Result<Table> found = RequireTable(request.table_id);
  if (!found.ok()) {
    Error error = found.error();
    if (error.code == ErrorCode::kTableNotFound && !request.table_name.empty())
      error.detail = "table " + request.table_name + " was dropped by another statement meanwhile";
    return error;
  }
  const Table table = std::move(*found);
  if (table.kind == TableKind::kView) {
    return Error{ErrorCode::kInvalidObjectType,
                 table.QualifiedName() + " is a view, and nothing can be written to a view",
                 {},
                 "write to the tables that it reads"};
  }
  if (table.schema_version != request.schema_version) return TableChanged(table.QualifiedName());

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
  for (const StagedFile& file : request.files) {
    PAISQL_ASSIGN(const std::string folder, PartitionFolder(table, file.partition_values));
    const std::string path = folder + "/" + UniqueName() + ".parquet";
    PAISQL_ASSIGN(const int64_t bytes, FileSize(file.path));
    PAISQL_TRY(moves.Move(file.path, home.path() + "/" + path));
    PAISQL_TRY(Reach(FaultPoint::kFileMoved));
    PAISQL_TRY(insert
                   .Bind(table.id, partition_ids.at(file.partition_values), path, file.rows, bytes,
                         request.schema_version, snapshot, Blob{sums.at(file.path)})
                   .Run());
  }
  return db.Run("UPDATE tables SET last_modified_ms = ?2 WHERE id = ?1", table.id, now_ms);
}

Status Catalog::State::FinishCommit(Transaction& transaction, FileMoves& moves) {
  PAISQL_TRY(moves.SyncNames());
  PAISQL_TRY(Reach(FaultPoint::kBeforeCommit));
  PAISQL_TRY(transaction.Commit());
  moves.Keep();
  return Reach(FaultPoint::kAfterCommit);
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
  PAISQL_ASSIGN(const StagedSums sums, SumStaged(files));

  PAISQL_ASSIGN(Transaction transaction, BeginWrite());
  // Declared after the transaction, so that files are moved back before the write lock is let go.
  FileMoves moves;
  PAISQL_ASSIGN(const int64_t snapshot, NextSnapshot());
  const int64_t now = NowMs();
  for (const WriteRequest& request : requests) {
    PAISQL_TRY(ApplyWrite(request, snapshot, now, sums, moves));
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
  StagedSums sums;
  if (!staged.empty() && state_->home.writable()) {
    PAISQL_TRY(state_->SyncStaged(staged));
    PAISQL_ASSIGN(sums, State::SumStaged(staged));
  }
  PAISQL_ASSIGN(Transaction transaction, state_->BeginWrite());
  FileMoves moves;
  const int64_t now = NowMs();
  PAISQL_ASSIGN(const int64_t table_id, state_->InsertTable(table, now));
  if (!files.empty()) {
    WriteRequest request;
    request.table_id = table_id;
    request.files = files;
    PAISQL_ASSIGN(const int64_t snapshot, state_->NextSnapshot());
    PAISQL_TRY(state_->ApplyWrite(request, snapshot, now, sums, moves));
  }
  PAISQL_ASSIGN(Table created, state_->RequireTable(table_id));
  PAISQL_TRY(state_->FinishCommit(transaction, moves));
  return created;
}

}  // namespace paisql::store
