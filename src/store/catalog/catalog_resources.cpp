// Resources. Each copy has a folder of its own, <home>/resources/<project>/<unique>/<name>, so that
// replacing one is a change of its row: whoever holds the old path goes on reading the old content
// until nobody needs it, just as with data files.

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "base/assert.h"
#include "base/system/write_all.h"
#include "base/text.h"
#include "store/catalog/catalog_state.h"
#include "store/files/clock.h"
#include "store/files/sha256.h"
#include "store/home/home_paths.h"
#include "store/home/lease_files.h"

namespace paisql::store {
namespace {

constexpr std::array<const char*, 5> kKindNames = {"file", "py", "jar", "archive", "table"};
constexpr size_t kCopyBytes = size_t{1} << 18;

constexpr const char* kResourceColumns =
    "SELECT r.id, p.name, r.name, r.kind, r.path, r.source, r.comment, r.owner, r.bytes, r.sha256, "
    "r.created_ms, r.last_modified_ms FROM resources r JOIN projects p ON p.id = r.project_id ";

struct Copied {
  int64_t bytes = 0;
  std::string sha256;
};

// Copies the file and writes it to the disk, telling its size and digest.
Result<Copied> CopyFile(const std::string& from, const std::string& to) {
  const Descriptor source(open(from.c_str(), O_RDONLY | O_CLOEXEC));
  if (!source.open()) return FileError("read", from, errno);
  const Descriptor target(open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!target.open()) return FileError("write", to, errno);
  Copied copied;
  Sha256 digest;
  std::vector<unsigned char> buffer(kCopyBytes);
  while (true) {
    const ssize_t got = read(source.get(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return FileError("read", from, errno);
    if (got == 0) break;
    digest.Add(buffer.data(), static_cast<size_t>(got));
    copied.bytes += got;
    const std::string_view piece(reinterpret_cast<const char*>(buffer.data()),
                                 static_cast<size_t>(got));
    if (!WriteAll(target.get(), piece)) return FileError("write", to, errno);
  }
  if (fsync(target.get()) != 0) return FileError("write", to, errno);
  copied.sha256 = digest.Finish();
  return copied;
}

Result<Resource> ReadResource(const Statement& row, const Home& home, bool is_copy) {
  Resource resource;
  resource.id = row.Int(0);
  resource.project = row.Text(1);
  resource.name = row.Text(2);
  const std::string kind = row.Text(3);
  for (size_t i = 0; i < kKindNames.size(); ++i) {
    if (kind == kKindNames[i]) resource.kind = static_cast<ResourceKind>(i);
  }
  if (!row.IsNull(4)) resource.path = row.Text(4);
  // Only a copy of the catalog has absolute ones.
  if (!resource.path.empty() && !(is_copy && resource.path.front() == '/')) {
    PAISQL_ASSIGN(resource.path, PathInHome(home, "resources", resource.path));
  }
  resource.source = row.Text(5);
  resource.comment = row.Text(6);
  resource.owner = row.Text(7);
  resource.bytes = row.Int(8);
  resource.sha256 = row.Text(9);
  resource.created_ms = row.Int(10);
  resource.last_modified_ms = row.Int(11);
  return resource;
}

// Takes the resource's row away and leaves its copy to the sweep.
Status RemoveResourceRow(Database& db, int64_t resource_id, int64_t snapshot) {
  PAISQL_TRY(
      db.Run("INSERT INTO removed_resources (path, removed_at) "
             "SELECT path, ?2 FROM resources WHERE id = ?1 AND path IS NOT NULL",
             resource_id, snapshot));
  return db.Run("DELETE FROM resources WHERE id = ?1", resource_id);
}

}  // namespace

Result<Resource> Catalog::AddResource(const Resource& resource, bool replace) {
  State& state = *state_;
  if (!state.home.writable() && !state.is_copy) {
    PAISQL_TRY(state.BeginWrite());
  }
  const bool has_copy = resource.kind != ResourceKind::kTable && !state.is_copy;
  std::unique_ptr<Lease> lease;
  std::string staged;
  std::string path = has_copy ? "" : resource.path;
  Copied copied;
  if (has_copy) {
    // The copy is staged under a lease of its own, so that a killed process leaves nothing behind
    // for good.
    PAISQL_ASSIGN(lease, Lease::Acquire(state.home));
    PAISQL_ASSIGN(const std::string project, FolderName(ToLower(resource.project)));
    PAISQL_ASSIGN(const std::string name, FolderName(resource.name));
    path = "resources/" + project + "/" + LeasedName(lease->id()) + "/" + name;
    PAISQL_ASSIGN(const std::string folder, lease->StagingFolder());
    staged = folder + "/" + name;
    PAISQL_ASSIGN(copied, CopyFile(resource.path, staged));
  }

  FileMoves moves(state.left_files, lease.get());
  if (has_copy) {
    PAISQL_TRY(moves.Move(staged, state.home.path() + "/" + path));
    PAISQL_TRY(state.Reach(FaultPoint::kFileMoved));
    PAISQL_TRY(moves.SyncNames());
  }
  PAISQL_ASSIGN(CatalogWrite transaction, state.BeginWrite());
  PAISQL_ASSIGN(const int64_t project_id, state.RequireProject(resource.project));
  PAISQL_ASSIGN(Statement find, state.db.Prepare("SELECT id, created_ms FROM resources "
                                                 "WHERE project_id = ?1 AND name = ?2"));
  PAISQL_ASSIGN(const bool taken, find.Bind(project_id, resource.name).Step());
  const int64_t now = NowMs();
  int64_t created = now;
  if (taken) {
    if (!replace) {
      return Error{ErrorCode::kInvalidMetaOperation,
                   "resource " + resource.name + " already exists in project " + resource.project,
                   {},
                   "add -f to replace it"};
    }
    const int64_t old_id = find.Int(0);
    created = find.Int(1);
    PAISQL_TRY(find.Run());
    PAISQL_ASSIGN(const int64_t snapshot, state.NextSnapshot());
    PAISQL_TRY(RemoveResourceRow(state.db, old_id, snapshot));
  }
  PAISQL_TRY(state.db.Run(
      "INSERT INTO resources (project_id, name, kind, path, source, comment, owner, bytes, sha256, "
      "created_ms, last_modified_ms) VALUES (?1, ?2, ?3, NULLIF(?4, ''), ?5, ?6, ?7, ?8, ?9, ?10, "
      "?11)",
      project_id, resource.name, kKindNames[static_cast<size_t>(resource.kind)], path,
      resource.source, resource.comment, resource.owner.empty() ? UserName() : resource.owner,
      copied.bytes, copied.sha256, created, now));
  // Asked before COMMIT: what has happened is never told as a failure.
  PAISQL_ASSIGN(auto added, FindResource(resource.project, resource.name));
  PAISQL_ASSERT(added.has_value(), "a row is there once it was inserted");
  const Status committed = state.FinishCommit(transaction, moves);
  if (!committed.ok()) {
    if (lease != nullptr && state.left_files) lease->LeaveToSweep();
    return committed.error();
  }
  return *std::move(added);
}

Result<std::optional<Resource>> Catalog::FindResource(const std::string& project,
                                                      const std::string& name) {
  PAISQL_ASSIGN(Statement find, state_->db.Prepare(std::string(kResourceColumns) +
                                                   "WHERE p.name = ?1 AND r.name = ?2"));
  PAISQL_ASSIGN(const bool found, find.Bind(project, name).Step());
  std::optional<Resource> resource;
  if (found) {
    PAISQL_ASSIGN(resource, ReadResource(find, state_->home, state_->is_copy));
  }
  return resource;
}

Result<std::vector<Resource>> Catalog::ListResources(const std::string& project) {
  PAISQL_ASSIGN(Statement list, state_->db.Prepare(std::string(kResourceColumns) +
                                                   "WHERE p.name = ?1 ORDER BY r.name"));
  list.Bind(project);
  std::vector<Resource> resources;
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) return resources;
    PAISQL_ASSIGN(Resource resource, ReadResource(list, state_->home, state_->is_copy));
    resources.push_back(std::move(resource));
  }
}

Status Catalog::DropResource(int64_t resource_id) {
  PAISQL_ASSIGN(CatalogWrite transaction, state_->BeginRemoval());
  PAISQL_ASSIGN(const auto known,
                state_->db.QueryInt("SELECT id FROM resources WHERE id = ?1", resource_id));
  if (!known.has_value()) {
    return Error{ErrorCode::kResourceNotFound,
                 "the resource was dropped by another statement meanwhile",
                 {},
                 ""};
  }
  PAISQL_ASSIGN(const int64_t snapshot, state_->NextSnapshot());
  PAISQL_TRY(RemoveResourceRow(state_->db, resource_id, snapshot));
  return transaction.Commit();
}

}  // namespace paisql::store
