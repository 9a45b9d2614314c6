// Models. Each version has a folder of its own, <home>/models/<project>/<unique>/, whose files are
// listed with their digests and never change, so that whoever is reading one that was dropped goes
// on reading it until nobody needs it, just as with data files.

#include <algorithm>

#include "base/text.h"
#include "store/catalog/commit/change_writer.h"
#include "store/files/clock.h"
#include "store/files/copied_file.h"
#include "store/home/home_paths.h"
#include "store/home/lease_files.h"
#include "store/place.h"

namespace paisql::store {
namespace {

constexpr const char* kModelColumns =
    "SELECT m.id, p.name, m.name, m.comment, m.owner, m.default_version, m.created_ms, "
    "m.last_modified_ms FROM models m JOIN projects p ON p.id = m.project_id ";

constexpr const char* kVersionColumns =
    "SELECT v.version, v.folder, v.source, v.signatures, v.job_id, v.training, v.comment, v.owner, "
    "v.created_ms, v.format, (SELECT COALESCE(SUM(f.bytes), 0) FROM model_files f WHERE "
    "f.version_id = v.id) "
    "FROM model_versions v WHERE v.model_id = ?1 ORDER BY v.version";

Result<Model> ReadModel(const Statement& row, CatalogState& state) {
  Model model;
  model.id = row.Int(0);
  model.project = row.Text(1);
  model.name = row.Text(2);
  model.comment = row.Text(3);
  model.owner = row.Text(4);
  model.default_version = row.Int(5);
  model.created_ms = row.Int(6);
  model.last_modified_ms = row.Int(7);
  PAISQL_ASSIGN(Statement list, state.db.Prepare(kVersionColumns));
  list.Bind(model.id);
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) break;
    ModelVersion version{list.Int(0),  list.Text(1), list.Text(2), list.Text(3),
                         list.Text(4), list.Text(5), list.Text(6), list.Text(7),
                         list.Int(10), list.Int(8),  list.Text(9)};
    // Only a copy of the catalog has absolute ones.
    if (!(state.is_copy && version.folder.starts_with('/'))) {
      PAISQL_ASSIGN(version.folder, PathInHome(state.home, "models", version.folder));
    }
    model.versions.push_back(std::move(version));
  }
  if (model.Version(model.default_version) == nullptr) {
    return DamagedCatalog(state.home, "model " + model.name + " has no default version");
  }
  return model;
}

Error ModelGone() {
  return Conflict(Error{
      ErrorCode::kModelNotFound, "the model was dropped by another statement meanwhile", {}, ""});
}

Error NoSuchVersion(int64_t version) {
  return Conflict(Error{ErrorCode::kModelNotFound,
                        "version " + std::to_string(version) + " does not exist",
                        {},
                        "DESC MODEL lists the versions"});
}

}  // namespace

Status Placement::PlaceModel(const std::string& project, const ModelVersion& added) {
  PlacedModel& placed = models_[&added];
  placed.folder = added.folder;
  if (lease_ == nullptr) return Status::Ok();
  PAISQL_ASSIGN(const std::string project_folder, FolderName(ToLower(project)));
  const std::string own_folder = LeasedName(lease_->id());
  placed.folder = "models/" + project_folder + "/" + own_folder;
  PAISQL_ASSIGN(const std::string staging, lease_->StagingFolder());
  PAISQL_ASSIGN(std::vector<std::string> files, ListFilesBelow(added.folder));
  std::sort(files.begin(), files.end());
  for (const std::string& file : files) {
    const std::string below = file.substr(added.folder.size());  // "/variables/variables.index"
    const std::string staged = staging + "/" + own_folder + below;
    PAISQL_TRY(MakeFolders(ParentFolder(staged)));
    PAISQL_ASSIGN(const Copied copied, CopyFile(file, staged));
    placed.files.push_back({placed.folder + below, copied.bytes, copied.sha256});
    PAISQL_TRY(moves_->Move(staged, state_.home.path() + "/" + placed.files.back().path));
    PAISQL_TRY(state_.Reach(FaultPoint::kFileMoved));
  }
  return Status::Ok();
}

Status ChangeWriter::InsertModelVersion(int64_t model_id, const ModelVersion& version,
                                        const PlacedModel& placed) {
  PAISQL_TRY(
      db_.Run("INSERT INTO model_versions (model_id, version, folder, source, signatures, job_id, "
              "training, comment, owner, created_ms, format) "
              "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
              model_id, version.version, placed.folder, version.source, version.signatures,
              version.job_id, version.training.empty() ? "{}" : version.training, version.comment,
              version.owner.empty() ? state_.Owner() : version.owner, now_, version.format));
  PAISQL_ASSIGN(const auto id,
                db_.QueryInt("SELECT id FROM model_versions WHERE model_id = ?1 AND version = ?2",
                             model_id, version.version));
  for (const PlacedResource& file : placed.files) {
    PAISQL_TRY(
        db_.Run("INSERT INTO model_files (path, version_id, bytes, sha256) VALUES (?1, ?2, ?3, ?4)",
                file.path, id, file.bytes, file.sha256));
  }
  return db_.Run(
      "UPDATE models SET next_version = CASE WHEN next_version > ?2 THEN next_version ELSE ?2 + 1 "
      "END, last_modified_ms = ?3 "
      "WHERE id = ?1",
      model_id, version.version, now_);
}

Status ChangeWriter::RequireModel(int64_t model_id) {
  PAISQL_ASSIGN(const auto known, db_.QueryInt("SELECT id FROM models WHERE id = ?1", model_id));
  return known.has_value() ? Status::Ok() : Status(ModelGone());
}

Status ChangeWriter::operator()(const change::CreateModel& one) {
  const Model& model = one.model;
  PAISQL_ASSIGN(const int64_t project_id, state_.RequireProject(model.project));
  PAISQL_ASSIGN(const auto taken,
                db_.QueryInt("SELECT id FROM models WHERE project_id = ?1 AND name = ?2",
                             project_id, model.name));
  if (taken.has_value()) {
    return Error{ErrorCode::kInvalidMetaOperation,
                 "model " + model.project + "." + model.name + " already exists",
                 {},
                 "ALTER MODEL " + model.name +
                     " ADD VERSION FROM '…' adds to it; IF NOT EXISTS passes over it"};
  }
  ModelVersion version = one.version;
  if (version.version == 0) version.version = 1;
  PAISQL_TRY(
      db_.Run("INSERT INTO models (project_id, name, comment, owner, default_version, "
              "next_version, created_ms, last_modified_ms) VALUES (?1, ?2, ?3, ?4, ?5, 1, ?6, ?6)",
              project_id, model.name, model.comment,
              model.owner.empty() ? state_.Owner() : model.owner, version.version, now_));
  PAISQL_ASSIGN(const auto id,
                db_.QueryInt("SELECT id FROM models WHERE project_id = ?1 AND name = ?2",
                             project_id, model.name));
  return InsertModelVersion(id.value_or(0), version, placement_.Of(one.version));
}

Status ChangeWriter::operator()(const change::AddModelVersion& one) {
  PAISQL_TRY(RequireModel(one.model_id));
  ModelVersion version = one.version;
  if (version.version == 0) {
    PAISQL_ASSIGN(const auto next,
                  db_.QueryInt("SELECT next_version FROM models WHERE id = ?1", one.model_id));
    version.version = next.value_or(1);
  }
  PAISQL_ASSIGN(const auto taken,
                db_.QueryInt("SELECT id FROM model_versions WHERE model_id = ?1 AND version = ?2",
                             one.model_id, version.version));
  if (taken.has_value()) {
    return Error{ErrorCode::kInvalidMetaOperation,
                 "version " + std::to_string(version.version) + " already exists",
                 {},
                 "ADD VERSION without a number takes the next one"};
  }
  PAISQL_TRY(InsertModelVersion(one.model_id, version, placement_.Of(one.version)));
  if (!one.becomes_default) return Status::Ok();
  return db_.Run("UPDATE models SET default_version = ?2 WHERE id = ?1", one.model_id,
                 version.version);
}

// kInvalidMetaOperation when a service answers with the version, or with any (0): also a retired
// version does, as a stand-in, while it has processes that were not told to end. Other retired
// versions of services go with what they served, and whoever runs the services learns of it.
Status ChangeWriter::FreeOfServices(int64_t model_id, int64_t version) {
  PAISQL_ASSIGN(Statement find,
                db_.Prepare("SELECT s.name, v.model_version FROM service_versions v "
                            "JOIN services s ON s.id = v.service_id WHERE v.model_id = ?1 "
                            "AND (?2 = 0 OR v.model_version = ?2) AND (v.role <> 'retired' "
                            "OR EXISTS (SELECT 1 FROM service_instances i "
                            "WHERE i.service_id = v.service_id AND i.version = v.version "
                            "AND i.state <> 'draining')) ORDER BY s.name LIMIT 1"));
  PAISQL_ASSIGN(const bool used, find.Bind(model_id, version).Step());
  if (used) {
    const std::string service = find.Text(0);
    return Error{
        ErrorCode::kInvalidMetaOperation,
        "service " + service + " uses version " + std::to_string(find.Int(1)) + " of the model",
        {},
        "DROP SERVICE " + service + ", or give it another model first"};
  }
  PAISQL_TRY(
      db_.Run("UPDATE service_revision SET revision = revision + 1 WHERE EXISTS (SELECT 1 FROM "
              "service_versions WHERE model_id = ?1 AND (?2 = 0 OR model_version = ?2))",
              model_id, version));
  return db_.Run(
      "DELETE FROM service_versions WHERE model_id = ?1 AND (?2 = 0 OR model_version = ?2)",
      model_id, version);
}

Status ChangeWriter::RemoveModelVersions(int64_t model_id, int64_t version) {
  PAISQL_TRY(FreeOfServices(model_id, version));
  PAISQL_ASSIGN(const int64_t snapshot, Snapshot());
  PAISQL_TRY(
      db_.Run("INSERT INTO removed_resources (path, removed_at) "
              "SELECT f.path, ?3 FROM model_files f JOIN model_versions v ON v.id = f.version_id "
              "WHERE v.model_id = ?1 AND (?2 = 0 OR v.version = ?2)",
              model_id, version, snapshot));
  return db_.Run("DELETE FROM model_versions WHERE model_id = ?1 AND (?2 = 0 OR version = ?2)",
                 model_id, version);
}

Status ChangeWriter::operator()(const change::DropModelVersion& one) {
  PAISQL_TRY(RequireModel(one.model_id));
  PAISQL_ASSIGN(const auto chosen,
                db_.QueryInt("SELECT default_version FROM models WHERE id = ?1", one.model_id));
  if (chosen == one.version) {
    return Error{ErrorCode::kInvalidMetaOperation,
                 "version " + std::to_string(one.version) + " is the model's default version",
                 {},
                 "ALTER MODEL … SET DEFAULT_VERSION another one first, or DROP MODEL"};
  }
  PAISQL_ASSIGN(const auto known,
                db_.QueryInt("SELECT id FROM model_versions WHERE model_id = ?1 AND version = ?2",
                             one.model_id, one.version));
  if (!known.has_value()) return NoSuchVersion(one.version);
  PAISQL_TRY(RemoveModelVersions(one.model_id, one.version));
  return db_.Run("UPDATE models SET last_modified_ms = ?2 WHERE id = ?1", one.model_id, now_);
}

Status ChangeWriter::operator()(const change::SetDefaultVersion& one) {
  PAISQL_TRY(RequireModel(one.model_id));
  PAISQL_ASSIGN(const auto known,
                db_.QueryInt("SELECT id FROM model_versions WHERE model_id = ?1 AND version = ?2",
                             one.model_id, one.version));
  if (!known.has_value()) return NoSuchVersion(one.version);
  return db_.Run("UPDATE models SET default_version = ?2, last_modified_ms = ?3 WHERE id = ?1",
                 one.model_id, one.version, now_);
}

Status ChangeWriter::operator()(const change::DropModel& one) {
  PAISQL_TRY(RequireModel(one.model_id));
  PAISQL_TRY(RemoveModelVersions(one.model_id, 0));
  return db_.Run("DELETE FROM models WHERE id = ?1", one.model_id);
}

Result<std::optional<Model>> Catalog::FindModel(const std::string& project,
                                                const std::string& name) {
  PAISQL_ASSIGN(Statement find, state_->db.Prepare(std::string(kModelColumns) +
                                                   "WHERE p.name = ?1 AND m.name = ?2"));
  PAISQL_ASSIGN(const bool found, find.Bind(ProjectOfPlace(project), name).Step());
  std::optional<Model> model;
  if (found) {
    PAISQL_ASSIGN(model, ReadModel(find, *state_));
  }
  return model;
}

Result<std::vector<Model>> Catalog::ListModels(const std::string& project) {
  PAISQL_ASSIGN(Statement list, state_->db.Prepare(std::string(kModelColumns) +
                                                   "WHERE p.name = ?1 ORDER BY m.name"));
  list.Bind(ProjectOfPlace(project));
  std::vector<Model> models;
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) return models;
    PAISQL_ASSIGN(Model model, ReadModel(list, *state_));
    models.push_back(std::move(model));
  }
}

}  // namespace paisql::store
