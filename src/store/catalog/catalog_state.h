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
#include "store/catalog/catalog_write.h"
#include "store/catalog/sqlite.h"
#include "store/files/files.h"
#include "store/home/file_moves.h"

namespace paisql::store {

// Places in a commit where a test may let something fail or the process die.
enum class FaultPoint {
  kStagedSynced,  // staged files are on the disk, none is moved
  kFileMoved,     // after each rename; there is no transaction yet
  kBeforeCommit,  // all files moved and on the disk, all rows written
  kAfterCommit,
};

// A staged file where a table will find it.
struct PlacedFile {
  std::string path;  // below the home
  int64_t bytes = 0;
  std::string block_sums;  // store/files/block_sums.h
};

struct Catalog::State {
  State(Home home_argument, Database database)
      : home(std::move(home_argument)), db(std::move(database)) {}

  Home home;
  Database db;
  bool is_copy = false;  // in memory: may be written though the home may not
  // Something failed so that files may be left that only a search for orphans finds.
  bool left_files = false;
  int64_t from_reserve = 0;                 // bytes of the reserve that opening took
  std::function<Status(FaultPoint)> fault;  // empty except in tests

  Status Reach(FaultPoint point) { return fault ? fault(point) : Status::Ok(); }

  // kEnvironment on a read-only home.
  Result<CatalogWrite> BeginWrite();
  // The same for a change after which there is more space on the disk: it may use the reserve.
  Result<CatalogWrite> BeginRemoval();
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
  // The table that a request writes to, as it is now; an error when it is not what the writer knew.
  Result<Table> TargetOf(const WriteRequest& request);
  // `placed` are the request's files, in their order.
  Status ApplyWrite(const WriteRequest& request, const std::vector<PlacedFile>& placed,
                    int64_t snapshot, int64_t now_ms);
  // Gives the job's row the fields of `job`; kJobNotFound when there is no such row.
  Status ApplyJob(const Job& job);
  Status Commit(const std::vector<WriteRequest>& requests, const Job* finished);
  // Makes the staged files durable and moves them to where the table will list them. Takes long
  // with many files, so it happens before the transaction.
  Status SyncStaged(const std::vector<const StagedFile*>& files);
  Result<std::vector<PlacedFile>> Place(const Table& table, const std::vector<StagedFile>& files,
                                        FileMoves& moves);
  // Parts of a sweep: files that were replaced or dropped at or before that commit; files that the
  // catalog does not know; what dead leases have left. Each gives the number of files removed. The
  // sweep's own lease is left to the next one when that has to look again.
  Result<int64_t> RemoveReplaced(int64_t unneeded);
  Result<int64_t> RemoveOrphans(Lease& own);
  Result<int64_t> RemoveAfterTheDead(const std::vector<std::string>& leases, Lease& own);
  Status FinishCommit(CatalogWrite& transaction, FileMoves& moves);
};

// kPartition unless there is one value for each partition column.
Status CheckPartitionValues(const Table& table, const std::vector<std::string>& values);

// The folder below the home for files of the table's partition: "warehouse/p/t/ds=20260101".
// kPartition for a value that makes no folder name.
Result<std::string> PartitionFolder(const Table& table, const std::vector<std::string>& values);

// kTableExists with the table's name.
Error TableExists(const std::string& project, const std::string& name);
// kInvalidMetaOperation: what a writer or reader knew of the table is out of date.
Error TableChanged(const std::string& name);

}  // namespace paisql::store
