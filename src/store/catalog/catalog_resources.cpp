// Resources. Each copy has a folder of its own, <home>/resources/<project>/<unique>/<name>, so that
// replacing one is a change of its row: whoever holds the old path goes on reading the old content
// until nobody needs it, just as with data files.

#include <array>

#include "base/assert.h"
#include "base/text.h"
#include "store/catalog/commit/change_writer.h"
#include "store/files/clock.h"
#include "store/files/copied_file.h"
#include "store/home/home_paths.h"
#include "store/home/lease_files.h"
#include "store/place.h"

namespace paisql::store {
namespace {

constexpr std::array<const char*, 5> kKindNames = {"file", "py", "jar", "archive", "table"};

constexpr const char* kResourceColumns =
    "SELECT r.id, CASE WHEN r.schema = 'default' THEN p.name ELSE p.name || '.' || r.schema END, "
    "r.name, r.kind, "
    "r.path, r.source, r.comment, r.owner, r.bytes, r.sha256, "
    "r.created_ms, r.last_modified_ms FROM resources r JOIN projects p ON p.id = r.project_id ";

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

}  // namespace

Status Placement::PlaceResource(const change::AddResource& added) {
  const Resource& resource = added.resource;
  PlacedResource& placed = resources_[&added];
  placed.path = resource.path;
  if (lease_ == nullptr || resource.kind == ResourceKind::kTable) return Status::Ok();
  PAISQL_ASSIGN(const std::string project, FolderName(ToLower(resource.project)));
  PAISQL_ASSIGN(const std::string name, FolderName(resource.name));
  const std::string own_folder = LeasedName(lease_->id());
  placed.path = "resources/" + project + "/" + own_folder + "/" + name;
  PAISQL_ASSIGN(const std::string staging, lease_->StagingFolder());
  PAISQL_TRY(MakeFolders(staging + "/" + own_folder));
  const std::string staged = staging + "/" + own_folder + "/" + name;
  PAISQL_ASSIGN(const Copied copied, CopyFile(resource.path, staged));
  placed.bytes = copied.bytes;
  placed.sha256 = copied.sha256;
  PAISQL_TRY(moves_->Move(staged, state_.home.path() + "/" + placed.path));
  return state_.Reach(FaultPoint::kFileMoved);
}

// Takes the resource's row away and leaves its copy to the sweep.
Status ChangeWriter::RemoveResource(int64_t resource_id) {
  PAISQL_ASSIGN(const int64_t snapshot, Snapshot());
  PAISQL_TRY(
      db_.Run("INSERT INTO removed_resources (path, removed_at) "
              "SELECT path, ?2 FROM resources WHERE id = ?1 AND path IS NOT NULL",
              resource_id, snapshot));
  return db_.Run("DELETE FROM resources WHERE id = ?1", resource_id);
}

Status ChangeWriter::operator()(const change::AddResource& one) {
  const Resource& resource = one.resource;
  PAISQL_ASSIGN(const CatalogState::PlaceRow place, state_.RequirePlace(resource.project));
  PAISQL_ASSIGN(Statement find, db_.Prepare("SELECT id, created_ms, owner FROM resources "
                                            "WHERE project_id = ?1 AND schema = ?2 AND name = ?3"));
  PAISQL_ASSIGN(const bool taken, find.Bind(place.project_id, place.schema, resource.name).Step());
  int64_t created = now_;
  std::string owner = resource.owner.empty() ? state_.Owner() : resource.owner;
  if (taken) {
    if (!one.replace) {
      return Error{ErrorCode::kInvalidMetaOperation,
                   "resource " + resource.name + " already exists in project " + resource.project,
                   {},
                   "add -f to replace it"};
    }
    const int64_t old_id = find.Int(0);
    created = find.Int(1);
    owner = find.Text(2);
    PAISQL_TRY(find.Run());
    PAISQL_TRY(RemoveResource(old_id));
  }
  const PlacedResource& placed = placement_.Of(one);
  PAISQL_TRY(db_.Run(
      "INSERT INTO resources (project_id, name, kind, path, source, comment, owner, bytes, sha256, "
      "created_ms, last_modified_ms, schema) VALUES (?1, ?2, ?3, NULLIF(?4, ''), ?5, ?6, ?7, ?8, "
      "?9, "
      "?10, ?11, ?12)",
      place.project_id, resource.name, kKindNames[static_cast<size_t>(resource.kind)], placed.path,
      resource.source, resource.comment, owner, placed.bytes, placed.sha256, created, now_,
      place.schema));
  PAISQL_ASSIGN(auto added, state_.FindResource(resource.project, resource.name));
  PAISQL_ASSERT(added.has_value(), "a row is there once it was inserted");
  resources_.push_back(*std::move(added));
  return Status::Ok();
}

Status ChangeWriter::operator()(const change::DropResource& one) {
  PAISQL_ASSIGN(const auto known,
                db_.QueryInt("SELECT id FROM resources WHERE id = ?1", one.resource_id));
  if (!known.has_value()) {
    return Conflict(Error{ErrorCode::kResourceNotFound,
                          "the resource was dropped by another statement meanwhile",
                          {},
                          ""});
  }
  return RemoveResource(one.resource_id);
}

Result<std::optional<Resource>> CatalogState::FindResource(const std::string& project,
                                                           const std::string& name) {
  PAISQL_ASSIGN(Statement find, db.Prepare(std::string(kResourceColumns) +
                                           "WHERE p.name = ?1 AND r.schema = ?2 AND r.name = ?3"));
  const Place place = PlaceOf(project);
  PAISQL_ASSIGN(const bool found, find.Bind(place.project, place.schema, name).Step());
  std::optional<Resource> resource;
  if (found) {
    PAISQL_ASSIGN(resource, ReadResource(find, home, is_copy));
  }
  return resource;
}

Result<std::optional<Resource>> Catalog::FindResource(const std::string& project,
                                                      const std::string& name) {
  return state_->FindResource(project, name);
}

Result<std::vector<Resource>> Catalog::ListResources(const std::string& project) {
  PAISQL_ASSIGN(Statement list,
                state_->db.Prepare(std::string(kResourceColumns) +
                                   "WHERE p.name = ?1 AND r.schema = ?2 ORDER BY r.name"));
  const Place place = PlaceOf(project);
  list.Bind(place.project, place.schema);
  std::vector<Resource> resources;
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) return resources;
    PAISQL_ASSIGN(Resource resource, ReadResource(list, state_->home, state_->is_copy));
    resources.push_back(std::move(resource));
  }
}

}  // namespace paisql::store
