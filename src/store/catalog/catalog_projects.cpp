// Projects, and what goes with one that is dropped.

#include <array>

#include "store/catalog/commit/change_writer.h"
#include "store/files/clock.h"
#include "store/home/home_paths.h"

namespace paisql::store {
namespace {

Project ReadProject(const Statement& row) {
  return Project{row.Int(0), row.Text(1), row.Text(2), row.Text(3), row.Int(4)};
}

// What a project holds, as rows of the catalog.
struct Kind {
  const char* rows;  // a table of the catalog and a condition on its rows
  const char* what;
};
constexpr std::array kKinds = {
    Kind{"tables WHERE kind = 'table'", "tables"},
    Kind{"tables WHERE kind = 'view' AND name NOT LIKE '%()'", "views"},
    Kind{"tables WHERE kind = 'view' AND name LIKE '%()'", "functions"},
    Kind{"streams WHERE 1", "streams"},
    Kind{"resources WHERE 1", "resources"},
    Kind{"models WHERE 1", "models"},
};
// What a project cannot be dropped with.
constexpr std::array kHolders = {
    Kind{"services WHERE 1", "services"},
    Kind{"jobs WHERE state IN ('waiting', 'running')", "jobs that have not ended"},
};

// "2 tables, 1 models": those of which there are some.
struct Contents {
  std::string kinds;
  std::string holders;
};

Result<Contents> ContentsOf(Database& db, int64_t project_id) {
  Contents held;
  const auto count = [&](const Kind& kind, std::string& text) -> Status {
    PAISQL_ASSIGN(const auto rows, db.QueryInt(std::string("SELECT COUNT(*) FROM ") + kind.rows +
                                                   " AND project_id = ?1",
                                               project_id));
    if (rows.value_or(0) == 0) return Status::Ok();
    text +=
        (text.empty() ? "" : ", ") + std::string(kind.what) + " (" + std::to_string(*rows) + ")";
    return Status::Ok();
  };
  for (const Kind& kind : kKinds) PAISQL_TRY(count(kind, held.kinds));
  for (const Kind& kind : kHolders) PAISQL_TRY(count(kind, held.holders));
  return held;
}

Status CheckMayGo(const change::DropProject& one, const Contents& held) {
  if (!held.holders.empty()) {
    return Error{ErrorCode::kInvalidMetaOperation,
                 "project " + one.name + " has " + held.holders,
                 {},
                 "stop and remove them first: SHOW SERVICES IN " + one.name + ", SHOW P, KILL"};
  }
  if (held.kinds.empty() || one.cascade) return Status::Ok();
  return Error{ErrorCode::kInvalidMetaOperation,
               "project " + one.name + " is not empty, it has " + held.kinds,
               {},
               "DROP PROJECT " + one.name + " CASCADE removes all of it"};
}

Result<std::vector<int64_t>> IdsIn(Database& db, const char* table, int64_t project_id) {
  PAISQL_ASSIGN(Statement list,
                db.Prepare(std::string("SELECT id FROM ") + table + " WHERE project_id = ?1"));
  list.Bind(project_id);
  std::vector<int64_t> ids;
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) return ids;
    ids.push_back(list.Int(0));
  }
}

}  // namespace

Result<std::optional<int64_t>> CatalogState::ProjectId(const std::string& name) {
  return db.QueryInt("SELECT id FROM projects WHERE name = ?1", name);
}

Result<int64_t> CatalogState::RequireProject(const std::string& name) {
  PAISQL_ASSIGN(const auto id, ProjectId(name));
  if (!id.has_value()) {
    return Error{ErrorCode::kProjectNotFound,
                 "project " + name + " does not exist",
                 {},
                 "name an existing project, or make it with CREATE PROJECT " + name};
  }
  return *id;
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

Status ChangeWriter::operator()(const change::DropProject& one) {
  PAISQL_ASSIGN(const int64_t project_id, state_.RequireProject(one.name));
  PAISQL_ASSIGN(const Contents held, ContentsOf(db_, project_id));
  PAISQL_TRY(CheckMayGo(one, held));
  PAISQL_ASSIGN(const std::vector<int64_t> tables, IdsIn(db_, "tables", project_id));
  for (const int64_t id : tables) PAISQL_TRY((*this)(change::DropTable{id, true}));
  PAISQL_ASSIGN(const std::vector<int64_t> dropped, IdsIn(db_, "dropped_tables", project_id));
  for (const int64_t id : dropped) PAISQL_TRY((*this)(change::PurgeTable{id}));
  PAISQL_ASSIGN(const std::vector<int64_t> resources, IdsIn(db_, "resources", project_id));
  for (const int64_t id : resources) PAISQL_TRY((*this)(change::DropResource{id}));
  PAISQL_ASSIGN(const std::vector<int64_t> models, IdsIn(db_, "models", project_id));
  for (const int64_t id : models) PAISQL_TRY((*this)(change::DropModel{id}));
  for (const char* table : {"streams", "jobs"}) {
    PAISQL_TRY(db_.Run(std::string("DELETE FROM ") + table + " WHERE project_id = ?1", project_id));
  }
  return db_.Run("DELETE FROM projects WHERE id = ?1", project_id);
}

Result<std::optional<Project>> Catalog::FindProject(const std::string& name) {
  PAISQL_ASSIGN(Statement find,
                state_->db.Prepare("SELECT id, name, owner, comment, created_ms FROM projects "
                                   "WHERE name = ?1"));
  PAISQL_ASSIGN(const bool found, find.Bind(name).Step());
  std::optional<Project> project;
  if (found) project = ReadProject(find);
  return project;
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
