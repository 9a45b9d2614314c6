// Finds what a home's folders hold and does not need: files that no table lists, leases of
// processes that are gone, and what those had staged. A sweep removes all of it.

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <ctime>
#include <unordered_set>

#include "store/files/block_sums.h"
#include "store/files/files.h"
#include "store/home/lease_files.h"
#include "store/upkeep/set_aside.h"
#include "store/upkeep/verification_parts.h"

namespace paisql::store {
namespace {

// A lease is empty for a moment while its owner makes it.
constexpr int64_t kNewLeaseSeconds = 60;

Result<std::unordered_set<std::string>> KnownPaths(Database& db) {
  PAISQL_ASSIGN(Statement list,
                db.Prepare("SELECT path FROM data_files UNION ALL SELECT path FROM resources "
                           "WHERE path IS NOT NULL UNION ALL SELECT path FROM removed_resources "
                           "UNION ALL SELECT path FROM model_files"));
  std::unordered_set<std::string> paths;
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) return paths;
    paths.insert(list.Text(0));
  }
}

void KeepUnknown(const std::unordered_set<std::string>& known, size_t prefix,
                 std::vector<std::string>& paths) {
  std::erase_if(paths,
                [&](const std::string& path) { return known.contains(path.substr(prefix)); });
}

// Nobody holds it.
bool IsDeadLease(const std::string& path) {
  struct stat status {};
  const Descriptor file = OpenRegularFile(path, &status);
  if (!file.open()) return false;
  if (status.st_size == 0 && std::time(nullptr) - status.st_ctime < kNewLeaseSeconds) return false;
  return flock(file.get(), LOCK_EX | LOCK_NB) == 0 && fstat(file.get(), &status) == 0 &&
         status.st_nlink > 0;
}

// A file that a living process has moved in place and may be about to list.
bool IsOfALiveLease(const Home& home, const std::string& path) {
  const std::string lease = LeaseOfPath(path);
  const std::string lease_path = home.LeasesPath() + "/" + lease;
  return !lease.empty() && FileExists(lease_path) && !IsDeadLease(lease_path);
}

// As a sweep looks for them: not among the files of who lives, and again when no commit is under
// way, which would list some of them.
Result<std::vector<std::string>> FindOrphans(Verification& work) {
  std::vector<std::string> paths;
  for (const std::string& root :
       {work.home.WarehousePath(), work.home.ResourcesPath(), work.home.ModelsPath()}) {
    PAISQL_ASSIGN(const std::vector<std::string> found, ListFilesBelow(root));
    paths.insert(paths.end(), found.begin(), found.end());
  }
  const size_t prefix = work.home.path().size() + 1;
  PAISQL_ASSIGN(const auto known, KnownPaths(work.db));
  KeepUnknown(known, prefix, paths);
  PAISQL_TRY(LeaveOutSetAside(work.home, paths));
  std::erase_if(paths, [&](const std::string& path) { return IsOfALiveLease(work.home, path); });
  if (paths.empty()) return paths;
  const auto look_again = [&]() -> Status {
    PAISQL_ASSIGN(const auto now_known, KnownPaths(work.db));
    KeepUnknown(now_known, prefix, paths);
    // A file that a sweep has removed meanwhile is not an orphan.
    std::erase_if(paths, [](const std::string& path) {
      struct stat status {};
      return lstat(path.c_str(), &status) != 0;
    });
    return Status::Ok();
  };
  if (!work.home.writable()) {
    PAISQL_TRY(look_again());
    return paths;
  }
  PAISQL_ASSIGN(const Transaction transaction, work.db.BeginWrite());
  PAISQL_TRY(look_again());
  return paths;
}

// A finding of something that a sweep removes, and where it is.
struct Leftover {
  Finding finding;
  std::string path;
};

Status FindDead(const Verification& work, std::vector<Leftover>& leftovers) {
  PAISQL_ASSIGN(const std::vector<std::string> leases, ListFolder(work.home.LeasesPath()));
  std::unordered_set<std::string> alive;
  for (const std::string& name : leases) {
    if (name == kReadersName) continue;
    const std::string path = work.home.LeasesPath() + "/" + name;
    if (!IsDeadLease(path)) {
      alive.insert(name);
      continue;
    }
    leftovers.push_back({{Severity::kWarning, "dead-lease", name, "leases/" + name,
                          "the process that held it is gone; the next session or --repair removes "
                          "it"},
                         path});
  }
  PAISQL_ASSIGN(const std::vector<std::string> staged, ListFolder(work.home.StagingPath()));
  for (const std::string& name : staged) {
    const std::string lease = work.home.LeasesPath() + "/" + name;
    // A lease is there before its folder, so this one may have come since.
    if (alive.contains(name) || (FileExists(lease) && !IsDeadLease(lease))) continue;
    leftovers.push_back({{Severity::kWarning, "dead-staging", name, "staging/" + name,
                          "staged by a process that has ended; the next session or --repair "
                          "removes it"},
                         work.home.StagingPath() + "/" + name});
  }
  return Status::Ok();
}

}  // namespace

Status VerifyFolders(Verification& work) {
  PAISQL_TRY(work.CheckStopped());
  std::vector<Leftover> leftovers;
  PAISQL_TRY(FindDead(work, leftovers));
  PAISQL_ASSIGN(const std::vector<std::string> orphans, FindOrphans(work));
  for (const std::string& path : orphans) {
    const std::string relative = path.substr(work.home.path().size() + 1);
    leftovers.push_back(
        {{Severity::kWarning, "orphan", "", relative,
          "no table lists it: a process died in a commit, or somebody put it there; "
          "--repair removes it"},
         path});
  }
  if (work.options.repair) {
    const Result<int64_t> swept = work.catalog.Sweep(true);
    PAISQL_TRY(work.CheckStopped());
    // One impossible row must not stop the check of the rest.
    if (!swept.ok()) {
      work.Report({Severity::kError, "failed-sweep", "", "",
                   "some unneeded files could not be removed: " + swept.error().detail});
    }
  }
  for (Leftover& leftover : leftovers) {
    struct stat status {};
    const bool gone = lstat(leftover.path.c_str(), &status) != 0;
    if (work.options.repair && gone) leftover.finding.repair = "removed";
    work.Report(leftover.finding);
  }
  return Status::Ok();
}

}  // namespace paisql::store
