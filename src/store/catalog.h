#pragma once

// The catalog of one home: projects, tables, partitions, data files, resources, jobs and settings
// in one SQLite database (docs/formats.md has the schema). What a table holds is what the catalog
// lists for it.
//
// Several processes may use one home at once; a busy database is waited for up to kBusyTimeoutMs. A
// Catalog object belongs to one thread at a time. Every method that changes something is one
// transaction: it happens wholly or not at all, also when the process is killed inside it. Writing
// to a read-only home is kEnvironment with the cure. A change of which nobody can tell whether it
// has happened, because the disk failed, is kUnknownOutcome; every other error means that it has
// not. A catalog that holds what no version of this program writes is kDamaged. Errors carry no
// source range; the caller adds the place in the statement.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/home/home.h"
#include "store/home/lease.h"
#include "store/types.h"

namespace paisql::store {

inline constexpr int kBusyTimeoutMs = 30000;
inline constexpr int kSchemaVersion = 5;      // of the catalog's own schema
inline constexpr int kMaxPartitions = 60000;  // of one table, as the platform has it
inline constexpr int kMaxColumns = 1200;

// How a write changes what a table lists.
enum class WriteMode {
  kAppend,     // INSERT INTO: the staged files come in addition
  kOverwrite,  // INSERT OVERWRITE: they replace the files of every target partition, or of the
               // table
};

struct WriteRequest {
  int64_t table_id = 0;
  int schema_version =
      1;  // under which the files were written; a table changed since then is an error
  WriteMode mode = WriteMode::kAppend;
  std::vector<StagedFile> files;
  // Partitions that the statement names and that must exist afterwards, even when no row came for
  // them (a static INSERT OVERWRITE of nothing empties its partition).
  std::vector<std::vector<std::string>> named_partitions;
  std::string table_name = {};  // for the error when the table is gone; may be empty
};

// A table's files at one snapshot.
struct FileListing {
  int64_t snapshot = 0;
  std::vector<Partition> partitions;  // the selected ones, for partitioned tables
  std::vector<DataFile> files;
  std::vector<SchemaVersion> schema_versions;  // every version that a listed file needs
  int64_t partition_count = 0;  // of the whole table, for "partitions read: 3 of 365"
};

// Which jobs of a project to list.
struct JobFilter {
  std::string name_pattern = {};  // as SHOW … LIKE has it (MatchesStarPattern); "" for every name
  bool pai_only = false;
  std::optional<int64_t> limit = {};
};

class Catalog {
 public:
  // Opens or creates the home's database and migrates it to kSchemaVersion. A database of a newer
  // version is kEnvironment and stays untouched.
  static Result<std::unique_ptr<Catalog>> Open(const Home& home);
  // A copy in memory, for one process: what is done to it reaches nobody else, and the home stays
  // as it is. A home that is not there yet has an empty catalog. No file of the home is written,
  // not even by AddResource, which leaves the resource where it comes from.
  static Result<std::unique_ptr<Catalog>> OpenCopy(const std::string& home_path);
  ~Catalog();
  Catalog(const Catalog&) = delete;
  Catalog& operator=(const Catalog&) = delete;

  const Home& home() const;
  // Waiting for other processes ends early once `ended` is true, with kInstanceCancelled. `ended`
  // is called on the catalog's thread, and lives as long as the catalog or until it is replaced.
  void EndWaitingWhen(std::function<bool()> ended);
  // Whether something failed so that files may be left which only a search for orphans finds: the
  // lease of their owner is then to be left to the sweep (Lease::LeaveToSweep).
  bool left_files() const;
  // The number of the newest commit: readers pin it (store/home/lease.h), then list files.
  Result<int64_t> CurrentSnapshot();

  // --- projects ---
  Status EnsureProject(const std::string& name);
  Result<std::optional<Project>> FindProject(const std::string& name);
  Result<std::vector<Project>> ListProjects();

  // --- tables and views; nullopt for an unknown name ---
  Result<std::optional<Table>> FindTable(const std::string& project, const std::string& name);
  Result<std::vector<Table>> ListTables(
      const std::string& project);  // sorted by name, with columns
  Result<std::vector<std::string>> ListTableNames(const std::string& project);
  // id, ids of columns, times and schema_version of the argument are ignored and set in the
  // returned table. kTableExists when the name is taken.
  Result<Table> CreateTable(const Table& table);
  // Creates the table and gives it its first files in one transaction (CREATE TABLE AS).
  Result<Table> CreateTableWithFiles(const Table& table, const std::vector<StagedFile>& files);
  // Puts a view in the place of the view `view_id`, in one transaction: no reader finds none.
  Status ReplaceView(int64_t view_id, const Table& view);
  Status DropTable(int64_t table_id);
  Status TruncateTable(int64_t table_id);
  Status TruncatePartitions(int64_t table_id, const std::vector<int64_t>& partition_ids);
  Status RenameTable(int64_t table_id, const std::string& new_name);
  Status SetTableComment(int64_t table_id, const std::string& comment);
  Status SetLifecycle(int64_t table_id, std::optional<int64_t> days);
  Status TouchTable(int64_t table_id);
  // Each of these but the last two makes a new schema version; files stay as they are.
  Status AddColumns(int64_t table_id, const std::vector<Column>& columns);
  Status RenameColumn(int64_t table_id, int64_t column_id, const std::string& new_name);
  Status DropColumns(int64_t table_id, const std::vector<int64_t>& column_ids);
  // Name, type and comment of the column of this id.
  Status ChangeColumn(int64_t table_id, const Column& changed);
  Status SetColumnComment(int64_t table_id, int64_t column_id, const std::string& comment);
  Status AllowNulls(int64_t table_id, int64_t column_id);

  // --- partitions ---
  // kPartition when one exists and if_not_exists is false; then none is added.
  Status AddPartitions(int64_t table_id, const std::vector<std::vector<std::string>>& values,
                       bool if_not_exists);
  Status DropPartitions(int64_t table_id, const std::vector<int64_t>& partition_ids);
  // All partitions, or those whose leading or scattered levels equal the given values (nullopt =
  // any), in ascending order of their values.
  Result<std::vector<Partition>> ListPartitions(
      int64_t table_id, const std::vector<std::optional<std::string>>& match = {});

  // --- data ---
  // The live files of a table (partition_ids nullopt: all partitions) at the current snapshot. The
  // caller has pinned its lease before, so that the listed files stay until it lets go.
  Result<FileListing> ListFiles(const Table& table,
                                const std::optional<std::vector<int64_t>>& partition_ids);
  // fsyncs the staged files, moves them into the warehouse and swaps the table's list, in one
  // transaction; makes missing partitions. On an error nothing has changed and the staged files may
  // be removed.
  Status CommitWrite(const WriteRequest& request);
  // The same for several tables at once: all or none (a training job's outputs, a multi-insert).
  Status CommitWrites(const std::vector<WriteRequest>& requests);
  // The same together with the row of the job that wrote the files, as UpdateJob changes it: what a
  // job has written and that it has succeeded are known at once or not at all.
  Status CommitWrites(const std::vector<WriteRequest>& requests, const Job& finished);
  // Bytes and rows of a table or of one of its partitions.
  struct Size {
    int64_t rows = 0;
    int64_t bytes = 0;
    int64_t files = 0;
  };
  Result<Size> TableSize(int64_t table_id, std::optional<int64_t> partition_id = std::nullopt);

  // Removes what no table lists and no live lease needs: replaced files, staging folders of dead
  // leases, orphans of crashed writers. Cheap when there is nothing to do; returns the number of
  // files removed. The search for orphans walks the whole warehouse; it is made when a dead lease
  // was found, or when asked.
  Result<int64_t> Sweep(bool look_for_orphans = false);

  // --- resources; `path` of the argument is copied into the home ---
  Result<Resource> AddResource(const Resource& resource, bool replace);
  Result<std::optional<Resource>> FindResource(const std::string& project, const std::string& name);
  Result<std::vector<Resource>> ListResources(const std::string& project);
  Status DropResource(int64_t resource_id);

  // --- jobs ---
  Status InsertJob(const Job& job);
  Status UpdateJob(const Job& job);  // every field but id
  Result<std::optional<Job>> FindJob(const std::string& id);
  // Newest first.
  Result<std::vector<Job>> ListJobs(const std::string& project, const JobFilter& filter);

  // --- claims on the home's quota, in the order in which they are to be served ---
  Result<std::vector<Claim>> ListClaims();
  // Gives `change` all claims, in one write transaction. What it changes of them is kept, what it
  // takes out goes, and what it adds (with ticket 0) comes in; it is called again with the tickets
  // when it has added some.
  Status ChangeClaims(const std::function<void(std::vector<Claim>*)>& change);

 private:
  friend struct CatalogTestPeer;  // lets a test fail or kill a commit half-way
  Catalog();
  struct State;
  std::unique_ptr<State> state_;
};

// A fresh, roughly time-ordered instance id as the platform makes them:
// "20261121030405123g1a2b3c4d".
std::string NewInstanceId();

}  // namespace paisql::store
