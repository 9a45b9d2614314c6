#pragma once

// What the parts of the Catalog share. Private to the store; the catalog's methods are spread over
// catalog.cpp (opening, projects), catalog_tables.cpp, catalog_columns.cpp, catalog_partitions.cpp,
// catalog_files.cpp, catalog_commit.cpp, catalog_resources.cpp, catalog_jobs.cpp,
// catalog_claims.cpp and sweep.cpp.

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "store/catalog.h"
#include "store/files.h"
#include "store/sqlite.h"

namespace paisql::store {

// Places in a commit where a test may let something fail or the process die.
enum class FaultPoint {
  kStagedSynced,  // staged files are on the disk, no transaction yet
  kFileMoved,     // inside the transaction, after each rename
  kBeforeCommit,  // all files moved and on the disk, all rows written
  kAfterCommit,
};

// Files moved into place inside a transaction. Those of a commit that fails are moved back, so that
// the staged files are where the writer left them.
class FileMoves {
 public:
  FileMoves() = default;
  FileMoves(const FileMoves&) = delete;
  FileMoves& operator=(const FileMoves&) = delete;
  ~FileMoves() { Undo(); }

  // Renames the file, making the target's folders.
  Status Move(const std::string& from, const std::string& to);
  // Writes the names of the moved files to the disk.
  Status SyncNames();
  void Keep() { moved_.clear(); }
  void Undo();

 private:
  std::vector<std::pair<std::string, std::string>> moved_;
  std::vector<std::string> made_folders_;
};

// The checksums of staged files (block_sums.h), by path.
using StagedSums = std::map<std::string, std::string>;

struct Catalog::State {
  State(Home home_argument, Database database)
      : home(std::move(home_argument)), db(std::move(database)) {}

  Home home;
  Database db;
  bool is_copy = false;                     // in memory: may be written though the home may not
  std::function<Status(FaultPoint)> fault;  // empty except in tests

  Status Reach(FaultPoint point) { return fault ? fault(point) : Status::Ok(); }

  // kEnvironment on a read-only home.
  Result<Transaction> BeginWrite();
  Result<std::optional<int64_t>> ProjectId(const std::string& name);
  // kProjectNotFound for an unknown name.
  Result<int64_t> RequireProject(const std::string& name);
  // The table with its columns; kTableNotFound for an unknown id.
  Result<Table> RequireTable(int64_t table_id);
  Result<std::vector<Column>> ColumnsAt(int64_t table_id, int schema_version);
  // The number of the commit that is being made; once in each transaction.
  Result<int64_t> NextSnapshot();

  // Parts of write transactions.
  Result<int64_t> InsertTable(const Table& table, int64_t now_ms);
  Status InsertColumn(int64_t table_id, const Column& column, int64_t position, bool is_partition,
                      int since_version);
  // Ends the column's row and begins another of the same id with this name, type and comment.
  Status ReplaceColumn(const Table& table, const Column& changed);
  Status TouchDdl(int64_t table_id);
  Status NewSchemaVersion(int64_t table_id);
  Result<std::map<std::vector<std::string>, int64_t>> EnsurePartitions(
      const Table& table, const std::vector<std::vector<std::string>>& values, int64_t now_ms);
  Status ApplyWrite(const WriteRequest& request, int64_t snapshot, int64_t now_ms,
                    const StagedSums& sums, FileMoves& moves);
  // Gives the job's row the fields of `job`; kJobNotFound when there is no such row.
  Status ApplyJob(const Job& job);
  Status Commit(const std::vector<WriteRequest>& requests, const Job* finished);
  // Makes the staged files durable; outside of the transaction, since it takes long.
  Status SyncStaged(const std::vector<const StagedFile*>& files);
  // Reads them all, so it has to happen outside of the transaction, too.
  static Result<StagedSums> SumStaged(const std::vector<const StagedFile*>& files);
  Status FinishCommit(Transaction& transaction, FileMoves& moves);
};

// The folder below the home for files of the table's partition: "warehouse/p/t/ds=20260101".
// kPartition for a value that makes no folder name.
Result<std::string> PartitionFolder(const Table& table, const std::vector<std::string>& values);

// kTableExists with the table's name.
Error TableExists(const std::string& project, const std::string& name);
// kInvalidMetaOperation: what a writer or reader knew of the table is out of date.
Error TableChanged(const std::string& name);

}  // namespace paisql::store
