// Removes what nobody needs any more. The order makes it safe beside readers and writers: first the
// number of the newest commit is read, then the leases. Whoever pins later lists files of that
// commit or a newer one, and so needs no file that was removed at or before it.

#include <algorithm>

#include "store/catalog_state.h"
#include "store/lease_files.h"

namespace paisql::store {
namespace {

// Writers wait while a batch is removed, so a batch takes some milliseconds; a sweep ends after so
// many, and the next one goes on.
constexpr int64_t kFilesInBatch = 500;
constexpr int64_t kBatchesInSweep = 10;

struct Removed {
  int64_t id = 0;  // 0: a resource's copy
  std::string path;
};

Result<std::vector<Removed>> RemovedFiles(Database& db, int64_t newest) {
  PAISQL_ASSIGN(Statement list,
                db.Prepare("SELECT id, path FROM data_files WHERE removed_at <= ?1 UNION ALL "
                           "SELECT 0, path FROM removed_resources WHERE removed_at <= ?1 "
                           "LIMIT ?2"));
  list.Bind(newest, kFilesInBatch);
  std::vector<Removed> files;
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) return files;
    files.push_back({list.Int(0), list.Text(1)});
  }
}

// One batch in one transaction. A file goes before its row: a sweep that dies in between finds the
// row again. Folders are removed inside it too, so that no writer loses the folder into which it is
// renaming.
Result<int64_t> RemoveBatch(Database& db, Transaction transaction, const Home& home,
                            int64_t newest) {
  PAISQL_ASSIGN(const std::vector<Removed> files, RemovedFiles(db, newest));
  PAISQL_ASSIGN(Statement forget_file, db.Prepare("DELETE FROM data_files WHERE id = ?1"));
  PAISQL_ASSIGN(Statement forget_resource,
                db.Prepare("DELETE FROM removed_resources WHERE path = ?1"));
  for (const Removed& file : files) {
    const std::string path = home.path() + "/" + file.path;
    PAISQL_TRY(RemoveFile(path));
    RemoveEmptyFolders(ParentFolder(path),
                       file.id != 0 ? home.WarehousePath() : home.ResourcesPath());
    if (file.id != 0) {
      PAISQL_TRY(forget_file.Bind(file.id).Run());
    } else {
      PAISQL_TRY(forget_resource.Bind(file.path).Run());
    }
  }
  PAISQL_TRY(transaction.Commit());
  return static_cast<int64_t>(files.size());
}

class OrphanFilter {
 public:
  static Result<OrphanFilter> Make(Database& db, const Home& home) {
    PAISQL_ASSIGN(Statement find,
                  db.Prepare("SELECT 1 WHERE EXISTS (SELECT 1 FROM data_files WHERE path = ?1) "
                             "OR EXISTS (SELECT 1 FROM resources WHERE path = ?1) "
                             "OR EXISTS (SELECT 1 FROM removed_resources WHERE path = ?1)"));
    return OrphanFilter(std::move(find), home.path().size() + 1);
  }

  Result<std::vector<std::string>> Orphans(const std::vector<std::string>& paths) {
    std::vector<std::string> orphans;
    for (const std::string& path : paths) {
      PAISQL_ASSIGN(const bool known, find_.Bind(path.substr(home_size_)).Step());
      if (!known) orphans.push_back(path);
    }
    find_.Bind("");  // ends the read that a hit leaves open
    return orphans;
  }

 private:
  OrphanFilter(Statement find, size_t home_size) : find_(std::move(find)), home_size_(home_size) {}

  Statement find_;
  size_t home_size_;
};

// Files in the warehouse and among the resources that the catalog does not know. They are looked
// for without a lock; those that a commit under way has just renamed look like orphans, too, so
// each is looked up again inside a write transaction, when no commit is under way.
Result<int64_t> RemoveOrphans(Database& db, const Home& home) {
  std::vector<std::string> candidates;
  PAISQL_ASSIGN(OrphanFilter filter, OrphanFilter::Make(db, home));
  for (const std::string& root : {home.WarehousePath(), home.ResourcesPath()}) {
    PAISQL_ASSIGN(const std::vector<std::string> paths, ListFilesBelow(root));
    PAISQL_ASSIGN(const std::vector<std::string> unknown, filter.Orphans(paths));
    candidates.insert(candidates.end(), unknown.begin(), unknown.end());
  }
  if (candidates.empty()) return 0;

  PAISQL_ASSIGN(Transaction transaction, db.BeginWrite());
  PAISQL_ASSIGN(const std::vector<std::string> orphans, filter.Orphans(candidates));
  for (const std::string& path : orphans) {
    PAISQL_TRY(RemoveFile(path));
    RemoveEmptyFolders(ParentFolder(path), path.starts_with(home.WarehousePath())
                                               ? home.WarehousePath()
                                               : home.ResourcesPath());
  }
  PAISQL_TRY(transaction.Commit());
  return static_cast<int64_t>(orphans.size());
}

// Staging folders whose lease has gone without them. A lease is there before its folder, so a
// folder that is seen first and then has no lease belongs to nobody.
Status RemoveStrayStaging(const Home& home) {
  PAISQL_ASSIGN(const std::vector<std::string> names, ListFolder(home.StagingPath()));
  for (const std::string& name : names) {
    if (FileExists(home.LeasesPath() + "/" + name)) continue;
    PAISQL_TRY(RemoveTree(home.StagingPath() + "/" + name));
  }
  return Status::Ok();
}

}  // namespace

Result<int64_t> Catalog::Sweep(bool look_for_orphans) {
  State& state = *state_;
  if (!state.home.writable()) return 0;
  PAISQL_ASSIGN(const int64_t newest, CurrentSnapshot());
  PAISQL_ASSIGN(const LeaseSurvey survey, SurveyLeases(state.home));
  const int64_t unneeded = std::min(newest, survey.oldest_pin);

  int64_t removed = 0;
  for (int64_t batch = 0; batch < kBatchesInSweep; ++batch) {
    // Without a lock first: most sweeps find nothing.
    PAISQL_ASSIGN(const std::vector<Removed> files, RemovedFiles(state.db, unneeded));
    if (files.empty()) break;
    PAISQL_ASSIGN(Transaction transaction, state.BeginWrite());
    PAISQL_ASSIGN(const int64_t count,
                  RemoveBatch(state.db, std::move(transaction), state.home, unneeded));
    removed += count;
  }
  // Orphans are left only by those who died in a commit, and every one of them leaves a dead lease.
  if (survey.dead > 0 || look_for_orphans) {
    PAISQL_ASSIGN(const int64_t orphans, RemoveOrphans(state.db, state.home));
    removed += orphans;
    PAISQL_TRY(RemoveStrayStaging(state.home));
  }
  return removed;
}

}  // namespace paisql::store
