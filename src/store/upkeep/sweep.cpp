// Removes what nobody needs any more. The order makes it safe beside readers and writers: first the
// number of the newest commit is read, then the leases. Whoever pins later lists files of that
// commit or a newer one, and so needs no file that was removed at or before it.
//
// No file is removed before a commit of the sweep's own is on the disk. That one settles what a
// writer's failed COMMIT may have left in the log (store/catalog/commit/catalog_write.h): a file
// that is nobody's then cannot become somebody's when the log is recovered.

#include <algorithm>
#include <atomic>
#include <map>

#include "store/catalog/catalog_state.h"
#include "store/catalog/kept_files.h"
#include "store/files/at_once.h"
#include "store/home/home_paths.h"
#include "store/home/lease_files.h"
#include "store/home/reserve.h"
#include "store/home/warehouse_bucket.h"
#include "store/upkeep/bucket_copy.h"
#include "store/upkeep/late_objects.h"
#include "store/upkeep/set_aside.h"

namespace paisql::store {
namespace {

// Writers wait while a batch is removed, so a batch takes some milliseconds; a sweep ends after so
// many, and the next one goes on.
constexpr int64_t kFilesInBatch = 500;
constexpr int64_t kBatchesInSweep = 10;

struct Removed {
  int64_t id = 0;  // 0: a copy of a resource or of a file of a model
  std::string path;
  int64_t table_id = 0;
  int64_t partition_id = 0;
  int64_t removed_at = 0;
};

Result<std::vector<Removed>> RemovedFiles(Database& db, const Unneeded& unneeded) {
  PAISQL_ASSIGN(Statement list,
                db.Prepare(std::string(kUnneededFilesSql) +
                           " UNION ALL SELECT 0, path, 0, 0, 0 FROM removed_resources "
                           "WHERE removed_at <= ?1 LIMIT ?5"));
  list.Bind(unneeded.unpinned, unneeded.evicted, unneeded.now_ms, LatestKeptUntil(unneeded),
            kFilesInBatch);
  std::vector<Removed> files;
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) return files;
    files.push_back({list.Int(0), list.Text(1), list.Int(2), list.Int(3), list.Int(4)});
  }
}

Status ForgetStates(Database& db, const std::vector<Removed>& files) {
  std::map<std::pair<int64_t, int64_t>, int64_t> newest;
  for (const Removed& file : files) {
    if (file.id == 0) continue;
    int64_t& at = newest[{file.table_id, file.partition_id}];
    at = std::max(at, file.removed_at);
  }
  PAISQL_ASSIGN(
      Statement forget,
      db.Prepare(std::string(kForgetStatesSql) +
                 "SELECT ?1, COALESCE((SELECT key FROM partitions WHERE id = ?2), "
                 "(SELECT key FROM dropped_partitions WHERE id = ?2), ''), ?3 WHERE true" +
                 kForgetStatesEnd));
  for (const auto& [place, at] : newest) {
    PAISQL_TRY(forget.Bind(place.first, place.second, at).Run());
  }
  return Status::Ok();
}

// The folder of the home in which the file stands, and which stays when it is empty.
std::string RootOf(const std::string& path, const Home& home) {
  for (const std::string& root : {home.ResourcesPath(), home.ModelsPath()}) {
    if (path.starts_with(root + "/")) return root;
  }
  return home.WarehousePath();
}

// The folder to which the catalog's path of a removed copy belongs.
std::string_view FolderOfCopy(const std::string& path) {
  return path.starts_with("models/") ? "models" : "resources";
}

// Requests to remove an object that are under way at once.
constexpr size_t kRemovalsAtOnce = 16;

bool IsObject(const std::string& path, const WarehouseBucket* bucket) {
  return bucket != nullptr && bucket->HasPath(path);
}

// Removes the objects of those paths that are such, and takes away from `paths` those whose object
// may be left: the next search for orphans finds them by their copies.
Status RemoveObjects(std::vector<std::string>& paths, WarehouseBucket* bucket) {
  std::vector<size_t> objects;
  for (size_t i = 0; i < paths.size(); ++i) {
    if (IsObject(paths[i], bucket)) objects.push_back(i);
  }
  std::vector<Status> outcomes(objects.size(), Status::Ok());
  std::vector<char> left(paths.size());
  for (const size_t object : objects) left[object] = 1;
  std::atomic<bool> failed = false;
  Status all = AtOnce(objects.size(), kRemovalsAtOnce, [&](size_t i) {
    if (failed) return;
    outcomes[i] = bucket->Remove(paths[objects[i]]);
    left[objects[i]] = !outcomes[i].ok();
    if (!outcomes[i].ok()) failed = true;
  });
  size_t position = 0;
  std::erase_if(paths, [&](const std::string&) { return left[position++] != 0; });
  for (Status& outcome : outcomes) PAISQL_TRY(std::move(outcome));
  return all;
}

// All of them, as far as possible; the first failure is told. Folders that became empty go, too: a
// writer that is about to use one makes it again (store/home/file_moves.h). Objects that `may_come`
// are noted (store/upkeep/late_objects.h).
Status RemoveFiles(std::vector<std::string> paths, const Home& home, WarehouseBucket* bucket,
                   bool may_come = false) {
  Status first = RemoveObjects(paths, bucket);
  std::string checked;
  for (const std::string& path : paths) {
    const std::string root = RootOf(path, home);
    Status removed = Status::Ok();
    const std::string folder = ParentFolder(path);
    if (folder != checked) removed = CheckStaysBelow(root, folder);
    if (removed.ok()) {
      checked = folder;
      removed = may_come && IsObject(path, bucket) ? NoteLateObject(home, path) : RemoveFile(path);
    }
    if (removed.ok()) {
      removed = RemoveEmptyFolders(folder, root);
    }
    if (!removed.ok() && first.ok()) first = std::move(removed);
  }
  return first;
}

// One batch. Rows go before files: a sweep that dies in between leaves orphans and a dead lease,
// for which the next one looks.
Result<int64_t> RemoveBatch(Database& db, CatalogWrite transaction, const Home& home,
                            const Unneeded& unneeded, WarehouseBucket* bucket) {
  PAISQL_ASSIGN(const std::vector<Removed> files, RemovedFiles(db, unneeded));
  PAISQL_TRY(ForgetStates(db, files));
  PAISQL_ASSIGN(Statement forget_file, db.Prepare("DELETE FROM data_files WHERE id = ?1"));
  PAISQL_ASSIGN(Statement forget_resource,
                db.Prepare("DELETE FROM removed_resources WHERE path = ?1"));
  std::vector<std::string> paths;
  for (const Removed& file : files) {
    if (file.id != 0) {
      PAISQL_TRY(forget_file.Bind(file.id).Run());
    } else {
      PAISQL_TRY(forget_resource.Bind(file.path).Run());
    }
    // A path that leads outside is forgotten: there is nothing of ours to remove.
    Result<std::string> path =
        PathInHome(home, file.id != 0 ? "warehouse" : FolderOfCopy(file.path), file.path);
    if (path.ok()) paths.push_back(*std::move(path));
  }
  PAISQL_TRY(ForgetDropped(db, unneeded));
  for (const std::string& path : paths) {
    if (IsObject(path, bucket)) PAISQL_TRY(MarkCopy(path));
  }
  PAISQL_TRY(transaction.Commit());
  PAISQL_TRY(RemoveFiles(paths, home, bucket));
  return static_cast<int64_t>(files.size());
}

class OrphanFilter {
 public:
  static Result<OrphanFilter> Make(Database& db, const Home& home) {
    PAISQL_ASSIGN(Statement find,
                  db.Prepare("SELECT 1 WHERE EXISTS (SELECT 1 FROM data_files WHERE path = ?1) "
                             "OR EXISTS (SELECT 1 FROM resources WHERE path = ?1) "
                             "OR EXISTS (SELECT 1 FROM removed_resources WHERE path = ?1) "
                             "OR EXISTS (SELECT 1 FROM model_files WHERE path = ?1)"));
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

// Files in the warehouse, among the resources and among the models that the catalog does not know.
// They are looked for without a lock. Those whose lease is still there may be of a commit under
// way; of the others each is looked up again inside a write transaction.
Result<int64_t> CatalogState::RemoveOrphans(Lease& own) {
  std::vector<std::string> candidates;
  PAISQL_ASSIGN(OrphanFilter filter, OrphanFilter::Make(db, home));
  for (const std::string& root : {home.WarehousePath(), home.ResourcesPath(), home.ModelsPath()}) {
    PAISQL_ASSIGN(const std::vector<std::string> paths, ListFilesBelow(root));
    PAISQL_ASSIGN(const std::vector<std::string> unknown, filter.Orphans(paths));
    candidates.insert(candidates.end(), unknown.begin(), unknown.end());
  }
  const size_t skipped = std::erase_if(candidates, [this](const std::string& path) {
    const std::string lease = LeaseOfPath(path);
    return !lease.empty() && FileExists(home.LeasesPath() + "/" + lease);
  });
  // A sweep may have died between the rows and the files of a writer that lives: somebody has to
  // look again when that writer is gone.
  if (skipped > 0) own.LeaveToSweep();
  PAISQL_TRY(LeaveOutSetAside(home, candidates));
  if (candidates.empty()) return 0;

  PAISQL_ASSIGN(CatalogWrite transaction, BeginRemoval());
  PAISQL_ASSIGN(const std::vector<std::string> orphans, filter.Orphans(candidates));
  PAISQL_TRY(transaction.Commit());
  PAISQL_TRY(RemoveFiles(orphans, home, bucket.get(), true));
  return static_cast<int64_t>(orphans.size());
}

Result<int64_t> CatalogState::RemoveReplaced(const Unneeded& unneeded) {
  int64_t removed = 0;
  for (int64_t batch = 0; batch < kBatchesInSweep; ++batch) {
    // Without a lock first: the last look finds nothing.
    PAISQL_ASSIGN(const std::vector<Removed> files, RemovedFiles(db, unneeded));
    if (files.empty()) break;
    PAISQL_ASSIGN(CatalogWrite transaction, BeginRemoval());
    PAISQL_ASSIGN(const int64_t count,
                  RemoveBatch(db, std::move(transaction), home, unneeded, bucket.get()));
    removed += count;
  }
  return removed;
}

Result<int64_t> CatalogState::RemoveAfterTheDead(const std::vector<std::string>& leases,
                                                 Lease& own) {
  for (const std::string& lease : leases) {
    PAISQL_TRY(RemoveDeadLease(home, lease));
  }
  PAISQL_ASSIGN(const int64_t orphans, RemoveOrphans(own));
  for (const std::string& root : {home.WarehousePath(), home.ResourcesPath(), home.ModelsPath()}) {
    PAISQL_TRY(RemoveEmptyFoldersBelow(root));
  }
  PAISQL_TRY(RemoveStrayStaging(home));
  return orphans;
}

Status CatalogState::MakeSpace() {
  if (bucket != nullptr) return TrimCopies(0);
  PAISQL_ASSIGN(const auto newest, db.QueryInt("SELECT snapshot FROM counters"));
  const Result<int64_t> removed = SweepFiles(newest.value_or(0), false, true);
  return removed.ok() ? Status::Ok() : Status(removed.error());
}

// The part of Sweep that runs while it borrows from the reserve.

Result<int64_t> CatalogState::SweepFiles(int64_t newest, bool look_for_orphans, bool all_kept) {
  PAISQL_ASSIGN(const LeaseSurvey survey, SurveyLeases(home));
  const Evict evict = bucket != nullptr ? Evict::kNone : all_kept ? Evict::kAll : Evict::kForSpace;
  PAISQL_ASSIGN(const Unneeded unneeded,
                FindUnneeded(db, home, std::min(newest, survey.oldest_pin), evict));
  // Without a lock first: most sweeps find nothing.
  PAISQL_ASSIGN(const std::vector<Removed> files, RemovedFiles(db, unneeded));
  look_for_orphans = look_for_orphans || !survey.dead.empty();
  if (files.empty() && !look_for_orphans) return 0;
  // A copy that goes without its object leaves that to nobody.
  PAISQL_TRY(CheckWarehouse());

  // A sweep that fails or dies half-way leaves a dead lease of its own, and so the next one looks
  // for what this one has left.
  const ReserveLoan loan = ReserveLoan::ForRemoval(home);
  PAISQL_ASSIGN(const std::unique_ptr<Lease> own, Lease::Acquire(home));
  const Result<int64_t> replaced = RemoveReplaced(unneeded);
  // Orphans are left only by those who died in a commit or a sweep, and each leaves a dead lease.
  const Result<int64_t> orphans =
      look_for_orphans ? RemoveAfterTheDead(survey.dead, *own) : Result<int64_t>(0);
  if (!replaced.ok() || !orphans.ok()) {
    own->LeaveToSweep();
    return replaced.ok() ? orphans : replaced;
  }
  return *replaced + *orphans;
}

Status CatalogState::RemoveLateObjects() {
  PAISQL_ASSIGN(std::vector<std::string> objects, LateObjects(home));
  if (objects.empty()) return Status::Ok();
  PAISQL_TRY(CheckWarehouse());
  Status removed = RemoveObjects(objects, bucket.get());
  for (const std::string& path : objects) PAISQL_TRY(ForgetLateObject(home, path));
  return removed;
}

Status CatalogState::TrimCopies(int64_t limit) {
  PAISQL_ASSIGN(Statement find,
                db.Prepare("SELECT 1 FROM data_files WHERE path = ?1 AND removed_at IS NULL"));
  const auto is_listed = [&find](const std::string& path) { return find.Bind(path).Step(); };
  const Result<int64_t> trimmed = store::TrimCopies(home, *bucket, limit, is_listed);
  find.Bind("");  // ends the read that a hit leaves open
  return trimmed.ok() ? Status::Ok() : Status(trimmed.error());
}

Result<int64_t> Catalog::Sweep(bool look_for_orphans) {
  CatalogState& state = *state_;
  // What a draft has taken off a list is still listed in the home.
  if (!state.home.writable() || state.draft != nullptr) return 0;
  PAISQL_ASSIGN(const int64_t newest, CurrentSnapshot());
  Result<int64_t> removed = state.SweepFiles(newest, look_for_orphans);
  if (removed.ok() && *removed > 0) KeepReserve(state.home);
  // An endpoint that is away keeps this machine from nothing.
  Status late = Status::Ok();
  Status trimmed = Status::Ok();
  if (state.bucket != nullptr) {
    if (removed.ok()) late = state.RemoveLateObjects();
    trimmed = state.TrimCopies(state.bucket->copies_bytes());
  }
  state.RefillReserve();
  if (!removed.ok()) return removed;
  PAISQL_TRY(std::move(late));
  PAISQL_TRY(std::move(trimmed));
  return removed;
}

}  // namespace paisql::store
