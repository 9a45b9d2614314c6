#pragma once

// The state that the parts of the Catalog share. Private to the store; the catalog's methods are
// spread over catalog.cpp (opening), catalog_projects.cpp, catalog_tables.cpp,
// catalog_partitions.cpp, catalog_files.cpp, catalog_history.cpp, catalog_resources.cpp,
// catalog_jobs.cpp, catalog_claims.cpp, catalog_roles.cpp, catalog_models.cpp,
// catalog_services.cpp, catalog_security.cpp, single_changes.cpp and sweep.cpp. What changes rows
// is ChangeWriter's (catalog/commit/change_writer.h) and stands beside what reads them.

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "store/catalog.h"
#include "store/catalog/commit/catalog_write.h"
#include "store/database/database.h"
#include "store/files/files.h"
#include "store/home/file_moves.h"
#include "store/home/warehouse_place.h"

namespace paisql::store {

// Places in a commit where a test may let something fail or the process die.
enum class FaultPoint {
  kFileMoved,     // after each rename; nothing is surely on the disk
  kFilesSynced,   // all files moved and on the disk; there is no transaction yet
  kBeforeCommit,  // all rows written, too
  kAfterCommit,
};

struct Unneeded;  // store/catalog/kept_files.h

struct DraftState;  // store/catalog/commit/commit_step.h

struct CatalogState {
  CatalogState(Home home_argument, Database database)
      : home(std::move(home_argument)), db(std::move(database)) {}

  Home home;
  Database db;
  std::string user;      // Catalog::ActAs; "" for the process's own
  bool is_copy = false;  // in memory: may be written though the home may not
  // `db` is a copy in memory as long as there is one (store/draft.h).
  DraftState* draft = nullptr;
  // Something failed so that files may be left that only a search for orphans finds.
  bool left_files = false;
  int64_t keep_removed_ms = 0;              // Catalog::KeepRemovedFor
  std::function<Status(FaultPoint)> fault;  // empty except in tests

  // Of the data files, as Warehouse::Use has it (store/catalog/warehouse.h).
  WarehousePlace warehouse;
  std::shared_ptr<WarehouseBucket> bucket;
  std::function<std::stop_token()> stop;
  // kEnvironment when the data files lie elsewhere now, or in a bucket that nobody has given.
  Status CheckWarehouse() const;

  Status Reach(FaultPoint point) { return fault ? fault(point) : Status::Ok(); }

  bool InMemory() const { return is_copy || draft != nullptr; }
  // The commit at which the draft began, for anything that the draft has changed since.
  int64_t KnownCommit(int64_t commit) const;

  // Who owns what is made now.
  std::string Owner() const;
  // kEnvironment on a read-only home.
  Status CheckWritable() const;
  // For a change that adds something: an error on a disk whose last space is the home's reserve.
  Result<CatalogWrite> BeginWrite();
  // For a change after which the disk has more space: it may use the reserve.
  Result<CatalogWrite> BeginRemoval();
  // For a note that a process makes of itself and must be able to make: the end of a job, the state
  // of a service. It neither needs the reserve nor takes it.
  Result<CatalogWrite> BeginNote();
  // Where the reserve is short, the catalog's log gives up its space.
  void RefillReserve();
  Result<std::optional<int64_t>> ProjectId(const std::string& name);
  // Of the project of a place; kProjectNotFound for an unknown name.
  Result<int64_t> RequireProject(const std::string& name);
  // A place of tables in the catalog's rows; kProjectNotFound also for an unknown schema.
  struct PlaceRow {
    int64_t project_id = 0;
    std::string schema;
  };
  Result<PlaceRow> RequirePlace(const std::string& text);
  Result<std::optional<Schema>> FindSchema(const std::string& project, const std::string& name);
  // The table with its columns; kTableNotFound for an unknown id.
  Result<Table> RequireTable(int64_t table_id);
  Result<std::vector<Column>> ColumnsAt(int64_t table_id, int schema_version);
  Result<std::optional<Resource>> FindResource(const std::string& project, const std::string& name);

  // Parts of a sweep: all of it at that newest commit; files that were replaced or dropped at or
  // before that commit; files that the catalog does not know; what dead leases have left. Each
  // gives the number of files removed. The sweep's own lease is left to the next one when that has
  // to look again.
  Result<int64_t> SweepFiles(int64_t newest, bool look_for_orphans, bool all_kept = false);
  // For space on the home's disk: takes all that is kept and that no lease needs, or of a bucket's
  // data files all copies, and no object.
  Status MakeSpace();
  Result<int64_t> RemoveReplaced(const Unneeded& unneeded);
  Result<int64_t> RemoveOrphans(Lease& own);
  Result<int64_t> RemoveAfterTheDead(const std::vector<std::string>& leases, Lease& own);
  // Removes once more what came to the bucket after its first removal.
  Status RemoveLateObjects();
  // Takes away copies of a bucket's data files until they take no more than `limit` bytes.
  Status TrimCopies(int64_t limit);
};

// The listing of one statement's rows: path, rows, bytes, schema_version, partition_id, block_sums,
// kind.
Status ReadFiles(Statement& rows, const Home& home, FileListing& listing);
// "base" or "delete", as data_files has it.
std::string_view FileKindText(FileKind kind);
// A table's traits as `tables.traits` has them: a JSON object, "{}" for a table without any.
std::string TraitsText(const TableTraits& traits);
// kDamaged for what no version of this program writes.
Result<TableTraits> TraitsOf(const std::string& text, const Home& home);
// Adds to a past listing the partitions of its files, of which some may have been dropped, and the
// versions that the files need.
Status CompletePast(CatalogState& state, int64_t table_id, FileListing& listing);
// The versions that the listed files need.
Status AddSchemaVersions(CatalogState& state, int64_t table_id, FileListing& listing);

// The roles of the home, and these in their stead.
Result<std::vector<Role>> ReadRoles(Database& db);
Status WriteRoles(Database& db, const std::vector<Role>& roles);

// kPartition unless there is one value for each partition column.
Status CheckPartitionValues(const Table& table, const std::vector<std::string>& values);

// kTableExists with the table's name.
Error TableExists(const std::string& project, const std::string& name);
// The error as a conflict (store/transaction.h) about this table, or about none.
Error Conflict(Error error, const std::string& table_name = "");
// kInvalidMetaOperation, a conflict: what a writer or reader knew of the table is out of date.
Error TableChanged(const std::string& name);
// kPartitionNotFound, a conflict.
Error PartitionGone(const Table& table);

}  // namespace paisql::store
