#pragma once

// The catalog of one home: projects, tables, partitions, data files, resources, jobs and settings
// in one SQLite database (docs/internals/formats.md has the schema). What a table holds is what the
// catalog lists for it.
//
// Several processes may use one home at once; a busy database is waited for up to kBusyTimeoutMs. A
// Catalog object belongs to one thread at a time. Whatever changes is changed by a transaction
// (store/transaction.h): wholly or not at all, also when the process is killed inside it. Begin
// gives one for several changes; a method that changes something is one for a single change.
// Writing to a read-only home is kEnvironment with the cure. A change of which nobody can tell
// whether it has happened, because the disk failed, is kUnknownOutcome; every other error means
// that it has not. A catalog that holds what no version of this program writes is kDamaged. Errors
// carry no source range; the caller adds the place in the statement.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/changes.h"
#include "store/history.h"
#include "store/home/home.h"
#include "store/home/lease.h"
#include "store/models.h"
#include "store/reads.h"
#include "store/roles.h"
#include "store/types.h"

namespace paisql::store {

inline constexpr int kBusyTimeoutMs = 30000;
inline constexpr int kSchemaVersion = 18;     // of the catalog's own schema
inline constexpr int kMaxPartitions = 60000;  // of one table, as the platform has it
inline constexpr int kMaxColumns = 1200;

// Which jobs of a project to list.
struct JobFilter {
  std::string name_pattern = {};  // as SHOW … LIKE has it (MatchesStarPattern); "" for every name
  bool pai_only = false;
  std::optional<int64_t> limit = {};
};

struct CatalogState;
class CatalogTransaction;
class Transaction;

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
  // What is made from now on belongs to this user. Otherwise it belongs to the user of this machine
  // who runs the process.
  void ActAs(std::string user);
  // Waiting for other processes ends early once `ended` is true, with kInstanceCancelled. `ended`
  // is called on the catalog's thread, and lives as long as the catalog or until it is replaced.
  void EndWaitingWhen(std::function<bool()> ended);
  // Whether something failed so that files may be left which only a search for orphans finds: the
  // lease of their owner is then to be left to the sweep (Lease::LeaveToSweep).
  bool left_files() const;
  // The number of the newest commit: readers pin it (store/home/lease.h), then list files.
  Result<int64_t> CurrentSnapshot();

  // Everything that is read while the view lives is one state of the catalog, in one transaction of
  // the database instead of one a question. Nothing can be changed meanwhile. Views may be nested.
  class View {
   public:
    ~View();
    View(View&& other) noexcept;
    View& operator=(View&&) = delete;

   private:
    friend class Catalog;
    explicit View(std::unique_ptr<Transaction> transaction);
    std::unique_ptr<Transaction> transaction_;
  };
  Result<View> BeginView();

  // Several changes that happen together; include store/transaction.h.
  CatalogTransaction Begin();

  // --- projects and their schemas ---
  Status EnsureProject(const std::string& name);
  // Of a place with a schema the name is the place's; nullopt also when that is not there.
  Result<std::optional<Project>> FindProject(const std::string& name);
  Result<std::vector<Project>> ListProjects();
  Result<std::optional<Schema>> FindSchema(const std::string& project, const std::string& name);
  // Sorted by name, without those of temporary tables.
  Result<std::vector<Schema>> ListSchemas(const std::string& project);
  // Those of temporary tables, of all projects.
  Result<std::vector<Schema>> ListTemporarySchemas();

  // --- tables and views; nullopt for an unknown name. A project is a place (store/place.h) ---
  Result<std::optional<Table>> FindTable(const std::string& project, const std::string& name);
  Result<std::vector<Table>> ListTables(
      const std::string& project);  // sorted by name, with columns
  Result<std::vector<std::string>> ListTableNames(const std::string& project);
  // Changes are those of store/changes.h.
  Result<Table> CreateTable(const Table& table);
  Status ReplaceView(int64_t view_id, const Table& view);
  Status DropTable(int64_t table_id, bool purge = false);
  Status TruncateTable(int64_t table_id);
  Status TruncatePartitions(int64_t table_id, const std::vector<int64_t>& partition_ids);
  Status RenameTable(int64_t table_id, const std::string& new_name);
  Status SetTableComment(int64_t table_id, const std::string& comment);
  Status SetLifecycle(int64_t table_id, std::optional<int64_t> days);
  Status TouchTable(int64_t table_id);
  Status AddColumns(int64_t table_id, const std::vector<Column>& columns);
  Status RenameColumn(int64_t table_id, int64_t column_id, const std::string& new_name);
  Status DropColumns(int64_t table_id, const std::vector<int64_t>& column_ids);
  // Gives the column of this id those of the name, type and comment that differ from what `read`
  // has. A conflict when the table's columns are others by now.
  Status ChangeColumn(const Table& read, const Column& changed);
  Status SetColumnComment(int64_t table_id, int64_t column_id, const std::string& comment);

  // --- partitions ---
  Status AddPartitions(int64_t table_id, const std::vector<std::vector<std::string>>& values,
                       bool if_not_exists);
  Status DropPartitions(int64_t table_id, const std::vector<int64_t>& partition_ids,
                        bool purge = false);
  // All partitions, or those whose leading or scattered levels equal the given values (nullopt =
  // any), in ascending order of their values.
  Result<std::vector<Partition>> ListPartitions(
      int64_t table_id, const std::vector<std::optional<std::string>>& match = {});

  // --- data ---
  // The live files of a table (partition_ids nullopt: all partitions) at the current snapshot. The
  // caller has pinned its lease before, so that the listed files stay until it lets go.
  Result<FileListing> ListFiles(const Table& table,
                                const std::optional<std::vector<int64_t>>& partition_ids);
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
  // A removed file goes when the time is over for which its commit has kept it. Of a disk with
  // little space left (kMostFreeBytes) the oldest removed files go before that.
  Result<int64_t> Sweep(bool look_for_orphans = false);

  // --- history: what no sweep has taken yet ---
  // For so long are files kept that the commits of this object remove; 0, as at the beginning:
  // until the next sweep, and nothing of them can be restored.
  void KeepRemovedFor(int64_t milliseconds);
  // The dropped tables of the project that can come back, newest first.
  Result<std::vector<DroppedTable>> ListDropped(const std::string& project);
  // Brings a dropped table back as it was, under its name or `new_name`. kTableExists when that is
  // taken; kTableNotFound when the table cannot come back any more.
  Status UndropTable(int64_t table_id, const std::string& new_name = "");
  // The states of a table, or of one of its partitions, that can be restored: oldest first, the
  // last one is today's.
  Result<std::vector<TableVersion>> ListVersions(
      int64_t table_id, const std::optional<std::vector<std::string>>& partition = std::nullopt);
  // The files that the table listed after that commit, and their partitions, of which some may have
  // been dropped. nullopt when some files are gone. With `partition` it looks at that partition
  // only. The caller has pinned its lease.
  Result<std::optional<FileListing>> FilesAt(
      const Table& table, int64_t snapshot,
      const std::optional<std::vector<std::string>>& partition = std::nullopt);
  // Gives up what is kept of the table, which is there or was dropped. False: nothing was.
  Result<bool> PurgeTable(int64_t table_id);

  // --- resources ---
  Result<Resource> AddResource(const Resource& resource, bool replace);
  Result<std::optional<Resource>> FindResource(const std::string& project, const std::string& name);
  Result<std::vector<Resource>> ListResources(const std::string& project);
  Status DropResource(int64_t resource_id);

  // --- models; nullopt for an unknown name. Changes are those of store/changes.h ---
  Result<std::optional<Model>> FindModel(const std::string& project, const std::string& name);
  Result<std::vector<Model>> ListModels(const std::string& project);  // sorted by name
  Status CreateModel(const Model& model, const ModelVersion& version);
  Status AddModelVersion(const Model& model, const ModelVersion& version);
  Status DropModelVersion(int64_t model_id, int64_t version);
  Status SetDefaultVersion(int64_t model_id, int64_t version);
  Status DropModel(int64_t model_id);

  // --- jobs ---
  Status InsertJob(const Job& job);
  Status UpdateJob(const Job& job);
  Result<std::optional<Job>> FindJob(const std::string& id);
  // Newest first.
  Result<std::vector<Job>> ListJobs(const std::string& project, const JobFilter& filter);
  // Jobs of all projects that have not ended, newest first.
  Result<std::vector<Job>> ListActiveJobs();
  // Jobs of all projects whose id begins or ends with the text (which is not ""), or whose name
  // contains it in either letter case, newest first; at most `limit` of them.
  Result<std::vector<Job>> ListJobsLike(const std::string& text, int64_t limit);

  // --- roles, in the order of their names ---
  Result<std::vector<Role>> ListRoles();
  // Gives `change` all roles, in one write transaction, and keeps what it makes of them; nothing
  // when it fails.
  Status ChangeRoles(const std::function<Status(std::vector<Role>*)>& change);

  // --- claims on the home's quota, in the order in which they are to be served ---
  Result<std::vector<Claim>> ListClaims();
  // Gives `change` all claims, in one write transaction. What it changes of them is kept, what it
  // takes out goes, and what it adds (with ticket 0) comes in; it is called again with the tickets
  // when it has added some.
  Status ChangeClaims(const std::function<void(std::vector<Claim>*)>& change);

 private:
  friend class FunctionCatalog;   // store/function_catalog.h
  friend class SecurityBook;      // store/security.h
  friend class ServiceCatalog;    // store/services.h
  friend class VersionCatalog;    // store/versions.h
  friend struct CatalogTestPeer;  // lets a test fail or kill a commit half-way
  Catalog();
  Status CommitOne(Change change);
  std::unique_ptr<CatalogState> state_;
};

// A fresh, roughly time-ordered instance id as the platform makes them:
// "20261121030405123g1a2b3c4d".
std::string NewInstanceId();

}  // namespace paisql::store
