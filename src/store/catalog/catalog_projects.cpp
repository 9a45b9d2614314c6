// Projects and their schemas, and what goes with one that is dropped.

#include <algorithm>
#include <array>

#include "base/text.h"
#include "store/catalog/commit/change_writer.h"
#include "store/files/clock.h"
#include "store/place.h"

namespace paisql::store {
namespace {

Project ReadProject(const Statement& row) {
  return Project{row.Int(0), row.Text(1), row.Text(2), row.Text(3), row.Int(4)};
}

constexpr const char* kFindProject =
    "SELECT id, name, owner, comment, created_ms FROM projects WHERE name = ?1";

// What a project or a schema holds, as rows of the catalog.
struct Kind {
  const char* rows;  // a table of the catalog and a condition on its rows
  const char* what;
};
constexpr std::array kOfSchemas = {
    Kind{"tables WHERE kind = 'table'", "tables"},
    Kind{"tables WHERE kind = 'view' AND name NOT LIKE '%()'", "views"},
    Kind{"tables WHERE kind = 'view' AND name LIKE '%()'", "functions"},
    Kind{"functions WHERE TRUE", "functions in Python"},
    Kind{"streams WHERE TRUE", "streams"},
    Kind{"resources WHERE TRUE", "resources"},
};
constexpr std::array kOfProjects = {
    Kind{"schemas WHERE name NOT LIKE 'temporary-%'", "schemas"},
    Kind{"models WHERE TRUE", "models"},
};
// What a project cannot be dropped with.
constexpr std::array kHolders = {
    Kind{"services WHERE TRUE", "services"},
    Kind{"jobs WHERE state IN ('waiting', 'running')", "jobs that have not ended"},
};

// Adds "tables (2), models (1)", those of which there are some.
template <size_t count>
Status AddContents(Database& db, const std::array<Kind, count>& kinds, int64_t project_id,
                   const std::optional<std::string>& schema, std::string& text) {
  for (const Kind& kind : kinds) {
    const std::string sql = std::string("SELECT COUNT(*) FROM ") + kind.rows +
                            " AND project_id = ?1" + (schema.has_value() ? " AND schema = ?2" : "");
    PAISQL_ASSIGN(Statement ask, db.Prepare(sql));
    if (schema.has_value()) {
      ask.Bind(project_id, *schema);
    } else {
      ask.Bind(project_id);
    }
    PAISQL_ASSIGN(const bool found, ask.Step());
    const int64_t rows = found ? ask.Int(0) : 0;
    if (rows == 0) continue;
    text += (text.empty() ? "" : ", ") + std::string(kind.what) + " (" + std::to_string(rows) + ")";
  }
  return Status::Ok();
}

Error NotEmpty(const std::string& what, const std::string& held, const std::string& statement) {
  return Error{ErrorCode::kInvalidMetaOperation,
               what + " is not empty, it has " + held,
               {},
               statement + " CASCADE removes all of it"};
}

Result<std::vector<int64_t>> IdsIn(Database& db, const char* table, int64_t project_id,
                                   const std::optional<std::string>& schema = std::nullopt) {
  PAISQL_ASSIGN(Statement list,
                db.Prepare(std::string("SELECT id FROM ") + table + " WHERE project_id = ?1" +
                           (schema.has_value() ? " AND schema = ?2" : "")));
  if (schema.has_value()) {
    list.Bind(project_id, *schema);
  } else {
    list.Bind(project_id);
  }
  std::vector<int64_t> ids;
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) return ids;
    ids.push_back(list.Int(0));
  }
}

constexpr const char* kSchemaColumns =
    "SELECT s.id, p.name, s.name, s.owner, s.comment, s.created_ms FROM schemas s "
    "JOIN projects p ON p.id = s.project_id ";

Schema ReadSchema(const Statement& row) {
  return {row.Int(0), row.Text(1), row.Text(2), row.Text(3), row.Text(4), row.Int(5)};
}

Schema DefaultOf(const Project& project) {
  return {0, project.name, std::string(kDefaultSchema), project.owner, "", project.created_ms};
}

Error NoSchema(const Place& place) {
  return Error{ErrorCode::kProjectNotFound,
               "schema " + place.project + "." + place.schema + " does not exist",
               {},
               "SHOW SCHEMAS; lists the schemas"};
}

}  // namespace

Result<std::optional<int64_t>> CatalogState::ProjectId(const std::string& name) {
  return db.QueryInt("SELECT id FROM projects WHERE name = ?1", name);
}

Result<int64_t> CatalogState::RequireProject(const std::string& name) {
  const std::string project = ProjectOfPlace(name);
  PAISQL_ASSIGN(const auto id, ProjectId(project));
  if (!id.has_value()) {
    return Error{ErrorCode::kProjectNotFound,
                 "project " + project + " does not exist",
                 {},
                 "name an existing project, or make it with CREATE PROJECT " + project};
  }
  return *id;
}

Result<CatalogState::PlaceRow> CatalogState::RequirePlace(const std::string& text) {
  PAISQL_ASSIGN(const int64_t project_id, RequireProject(text));
  const Place place = PlaceOf(text);
  if (EqualsIgnoreCase(place.schema, kDefaultSchema)) {
    return PlaceRow{project_id, std::string(kDefaultSchema)};
  }
  PAISQL_ASSIGN(const std::optional<Schema> schema, FindSchema(place.project, place.schema));
  if (!schema.has_value()) return NoSchema(place);
  return PlaceRow{project_id, schema->name};
}

Status Catalog::EnsureProject(const std::string& name) {
  // Most calls name a project that is there, and then a read-only home is good enough.
  PAISQL_ASSIGN(const auto existing, state_->ProjectId(name));
  return existing.has_value() ? Status::Ok() : CommitOne(change::EnsureProject{name});
}

Status ChangeWriter::operator()(const change::EnsureProject& one) {
  return db_.Run(
      "INSERT INTO projects (name, owner, comment, created_ms) "
      "VALUES (?1, ?2, ?4, ?3) ON CONFLICT DO NOTHING",
      one.name, state_.Owner(), now_, one.comment);
}

Status ChangeWriter::RemoveContents(int64_t project_id, const std::optional<std::string>& schema) {
  PAISQL_ASSIGN(const std::vector<int64_t> tables, IdsIn(db_, "tables", project_id, schema));
  for (const int64_t id : tables) PAISQL_TRY((*this)(change::DropTable{id, true}));
  PAISQL_ASSIGN(const std::vector<int64_t> gone, IdsIn(db_, "dropped_tables", project_id, schema));
  for (const int64_t id : gone) PAISQL_TRY((*this)(change::PurgeTable{id}));
  PAISQL_ASSIGN(const std::vector<int64_t> resources, IdsIn(db_, "resources", project_id, schema));
  for (const int64_t id : resources) PAISQL_TRY((*this)(change::DropResource{id}));
  PAISQL_ASSIGN(const std::vector<int64_t> streams, IdsIn(db_, "streams", project_id, schema));
  for (const int64_t id : streams) PAISQL_TRY((*this)(change::DropStream{id}));
  PAISQL_ASSIGN(const std::vector<int64_t> functions, IdsIn(db_, "functions", project_id, schema));
  for (const int64_t id : functions) PAISQL_TRY((*this)(change::DropFunction{id}));
  return Status::Ok();
}

Status ChangeWriter::operator()(const change::DropProject& one) {
  PAISQL_ASSIGN(const int64_t project_id, state_.RequireProject(one.name));
  std::string holders;
  PAISQL_TRY(AddContents(db_, kHolders, project_id, std::nullopt, holders));
  if (!holders.empty()) {
    return Error{ErrorCode::kInvalidMetaOperation,
                 "project " + one.name + " has " + holders,
                 {},
                 "stop and remove them first: SHOW SERVICES IN " + one.name + ", SHOW P, KILL"};
  }
  std::string held;
  PAISQL_TRY(AddContents(db_, kOfProjects, project_id, std::nullopt, held));
  PAISQL_TRY(AddContents(db_, kOfSchemas, project_id, std::nullopt, held));
  if (!held.empty() && !one.cascade) {
    return NotEmpty("project " + one.name, held, "DROP PROJECT " + one.name);
  }
  PAISQL_TRY(RemoveContents(project_id, std::nullopt));
  PAISQL_ASSIGN(const std::vector<int64_t> models, IdsIn(db_, "models", project_id));
  for (const int64_t id : models) PAISQL_TRY((*this)(change::DropModel{id}));
  PAISQL_TRY(db_.Run("DELETE FROM jobs WHERE project_id = ?1", project_id));
  return db_.Run("DELETE FROM projects WHERE id = ?1", project_id);
}

Status ChangeWriter::operator()(const change::CreateSchema& one) {
  const Schema& schema = one.schema;
  PAISQL_ASSIGN(const int64_t project_id, state_.RequireProject(schema.project));
  PAISQL_ASSIGN(const auto taken, state_.FindSchema(schema.project, schema.name));
  if (taken.has_value()) {
    return Error{ErrorCode::kInvalidMetaOperation,
                 "schema " + schema.project + "." + taken->name + " already exists",
                 {},
                 "use IF NOT EXISTS"};
  }
  return db_.Run(
      "INSERT INTO schemas (project_id, name, comment, owner, created_ms) "
      "VALUES (?1, ?2, ?3, ?4, ?5)",
      project_id, schema.name, schema.comment, state_.Owner(), now_);
}

Status ChangeWriter::operator()(const change::DropSchema& one) {
  const Place place{one.project, one.name};
  PAISQL_ASSIGN(const int64_t project_id, state_.RequireProject(one.project));
  PAISQL_ASSIGN(const auto schema, state_.FindSchema(one.project, one.name));
  if (!schema.has_value()) return NoSchema(place);
  const std::string name = one.project + "." + schema->name;
  if (schema->id == 0) {
    return Error{ErrorCode::kInvalidMetaOperation,
                 "schema " + name + " is there as long as its project is",
                 {},
                 "drop what is in it, or DROP PROJECT " + one.project};
  }
  std::string held;
  PAISQL_TRY(AddContents(db_, kOfSchemas, project_id, schema->name, held));
  if (!held.empty() && !one.cascade) return NotEmpty("schema " + name, held, "DROP SCHEMA " + name);
  PAISQL_TRY(RemoveContents(project_id, schema->name));
  return db_.Run("DELETE FROM schemas WHERE id = ?1", schema->id);
}

Result<std::optional<Schema>> CatalogState::FindSchema(const std::string& project,
                                                       const std::string& name) {
  if (EqualsIgnoreCase(name, kDefaultSchema)) {
    PAISQL_ASSIGN(Statement find, db.Prepare(kFindProject));
    PAISQL_ASSIGN(const bool found, find.Bind(project).Step());
    return found ? std::optional(DefaultOf(ReadProject(find))) : std::nullopt;
  }
  PAISQL_ASSIGN(Statement find,
                db.Prepare(std::string(kSchemaColumns) + "WHERE p.name = ?1 AND s.name = ?2"));
  PAISQL_ASSIGN(const bool found, find.Bind(project, name).Step());
  return found ? std::optional(ReadSchema(find)) : std::nullopt;
}

Result<std::optional<Schema>> Catalog::FindSchema(const std::string& project,
                                                  const std::string& name) {
  return state_->FindSchema(project, name);
}

Result<std::vector<Schema>> Catalog::ListSchemas(const std::string& project) {
  PAISQL_ASSIGN(const std::optional<Schema> first, FindSchema(project, "default"));
  std::vector<Schema> schemas;
  if (!first.has_value()) return schemas;
  schemas.push_back(*first);
  PAISQL_ASSIGN(Statement list, state_->db.Prepare(std::string(kSchemaColumns) +
                                                   "WHERE p.name = ?1 ORDER BY s.name"));
  list.Bind(project);
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) break;
    Schema schema = ReadSchema(list);
    if (!schema.name.starts_with(kTemporarySchema)) schemas.push_back(std::move(schema));
  }
  std::ranges::sort(schemas, {}, [](const Schema& schema) { return ToLower(schema.name); });
  return schemas;
}

Result<std::vector<Schema>> Catalog::ListTemporarySchemas() {
  PAISQL_ASSIGN(Statement list, state_->db.Prepare(std::string(kSchemaColumns) +
                                                   "WHERE s.name LIKE 'temporary-%'"));
  std::vector<Schema> schemas;
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) return schemas;
    schemas.push_back(ReadSchema(list));
  }
}

Result<std::optional<Project>> Catalog::FindProject(const std::string& name) {
  const Place place = PlaceOf(name);
  PAISQL_ASSIGN(Statement find, state_->db.Prepare(kFindProject));
  PAISQL_ASSIGN(const bool found, find.Bind(place.project).Step());
  if (!found) return std::optional<Project>();
  Project project = ReadProject(find);
  if (EqualsIgnoreCase(place.schema, kDefaultSchema)) return std::optional(std::move(project));
  PAISQL_ASSIGN(const std::optional<Schema> schema, FindSchema(place.project, place.schema));
  if (!schema.has_value()) return std::optional<Project>();
  project.name = PlaceText(project.name, schema->name);
  return std::optional(std::move(project));
}

Result<std::vector<Project>> Catalog::ListProjects() {
  PAISQL_ASSIGN(Statement list,
                state_->db.Prepare("SELECT id, name, owner, comment, created_ms FROM projects "
                                   "ORDER BY name"));
  std::vector<Project> projects;
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) return projects;
    projects.push_back(ReadProject(list));
  }
}

}  // namespace paisql::store
