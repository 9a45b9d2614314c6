#include "store/catalog/catalog_state.h"
#include "store/security.h"

namespace paisql::store {
namespace {

constexpr const char* kPolicyKey = "policy";

// Calls `take` with each row of the project.
Status EachRow(Database& db, const char* sql, int64_t project_id,
               const std::function<void(Statement&)>& take) {
  PAISQL_ASSIGN(Statement list, db.Prepare(sql));
  list.Bind(project_id);
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) return Status::Ok();
    take(list);
  }
}

Result<ProjectSecurity> ReadSecurity(Database& db, int64_t project) {
  ProjectSecurity security;
  PAISQL_TRY(EachRow(db,
                     "SELECT name, created_ms FROM project_users WHERE project_id = ?1 "
                     "ORDER BY name",
                     project, [&](Statement& row) {
                       security.users.push_back({row.Text(0), row.Int(1)});
                     }));
  PAISQL_TRY(EachRow(db,
                     "SELECT name, administers, policy FROM project_roles WHERE project_id = ?1 "
                     "ORDER BY name",
                     project, [&](Statement& row) {
                       security.roles.push_back({row.Text(0), row.Int(1) != 0, row.Text(2)});
                     }));
  PAISQL_TRY(EachRow(db,
                     "SELECT role, member FROM role_members WHERE project_id = ?1 "
                     "ORDER BY role, member",
                     project, [&](Statement& row) {
                       security.members.push_back({row.Text(0), row.Text(1)});
                     }));
  PAISQL_TRY(EachRow(db,
                     "SELECT to_role, grantee, object_type, object, object_id, column_name, "
                     "action, by_policy, denies, expires_ms FROM privileges WHERE project_id = ?1 "
                     "ORDER BY id",
                     project, [&](Statement& row) {
                       security.privileges.push_back({row.Int(0) != 0, row.Text(1), row.Text(2),
                                                      row.Text(3), row.Int(4), row.Text(5),
                                                      row.Text(6), row.Int(7) != 0, row.Int(8) != 0,
                                                      row.Int(9)});
                     }));
  PAISQL_TRY(EachRow(db, "SELECT key, value FROM project_security WHERE project_id = ?1", project,
                     [&](Statement& row) { security.settings[row.Text(0)] = row.Text(1); }));
  if (auto policy = security.settings.extract(kPolicyKey)) security.policy = policy.mapped();
  return security;
}

Status WriteSecurity(Database& db, int64_t project, const ProjectSecurity& security) {
  // A project has few rows: all of them are written anew.
  for (const char* table :
       {"project_users", "project_roles", "role_members", "privileges", "project_security"}) {
    PAISQL_TRY(
        db.Run(("DELETE FROM " + std::string(table) + " WHERE project_id = ?1").c_str(), project));
  }
  for (const ProjectUser& user : security.users) {
    PAISQL_TRY(
        db.Run("INSERT INTO project_users (project_id, name, created_ms) VALUES (?1, ?2, ?3)",
               project, user.name, user.created_ms));
  }
  for (const ProjectRole& role : security.roles) {
    PAISQL_TRY(
        db.Run("INSERT INTO project_roles (project_id, name, administers, policy) "
               "VALUES (?1, ?2, ?3, ?4)",
               project, role.name, static_cast<int64_t>(role.administers), role.policy));
  }
  for (const Membership& member : security.members) {
    PAISQL_TRY(db.Run("INSERT INTO role_members (project_id, role, member) VALUES (?1, ?2, ?3)",
                      project, member.role, member.user));
  }
  for (const Privilege& one : security.privileges) {
    PAISQL_TRY(db.Run(
        "INSERT INTO privileges (project_id, to_role, grantee, object_type, object, object_id, "
        "column_name, action, by_policy, denies, expires_ms) "
        "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
        project, static_cast<int64_t>(one.to_role), one.grantee, one.object_type, one.object,
        one.object_id, one.column, one.action, static_cast<int64_t>(one.by_policy),
        static_cast<int64_t>(one.denies), one.expires_ms));
  }
  std::map<std::string, std::string> settings = security.settings;
  if (!security.policy.empty()) settings[kPolicyKey] = security.policy;
  for (const auto& [key, value] : settings) {
    PAISQL_TRY(db.Run("INSERT INTO project_security (project_id, key, value) VALUES (?1, ?2, ?3)",
                      project, key, value));
  }
  return Status::Ok();
}

}  // namespace

Result<ProjectSecurity> SecurityBook::Read(const std::string& project) {
  PAISQL_ASSIGN(const int64_t id, state_.RequireProject(project));
  return ReadSecurity(state_.db, id);
}

Status SecurityBook::Change(const std::string& project,
                            const std::function<Status(ProjectSecurity*)>& change) {
  PAISQL_ASSIGN(CatalogWrite transaction, state_.BeginWrite());
  PAISQL_ASSIGN(const int64_t id, state_.RequireProject(project));
  PAISQL_ASSIGN(ProjectSecurity security, ReadSecurity(state_.db, id));
  PAISQL_TRY(change(&security));
  PAISQL_TRY(WriteSecurity(state_.db, id, security));
  return transaction.Commit();
}

Status SecurityBook::ChangeWithRoles(
    const std::string& project,
    const std::function<Status(ProjectSecurity*, std::vector<Role>*)>& change) {
  PAISQL_ASSIGN(CatalogWrite transaction, state_.BeginWrite());
  PAISQL_ASSIGN(const int64_t id, state_.RequireProject(project));
  PAISQL_ASSIGN(ProjectSecurity security, ReadSecurity(state_.db, id));
  PAISQL_ASSIGN(std::vector<Role> roles, ReadRoles(state_.db));
  PAISQL_TRY(change(&security, &roles));
  PAISQL_TRY(WriteSecurity(state_.db, id, security));
  PAISQL_TRY(WriteRoles(state_.db, roles));
  return transaction.Commit();
}

Result<bool> SecurityBook::OthersHaveRole(const std::string& project, const std::string& role) {
  PAISQL_ASSIGN(const int64_t id, state_.RequireProject(project));
  PAISQL_ASSIGN(const auto others, state_.db.QueryInt("SELECT COUNT(*) FROM project_roles "
                                                      "WHERE project_id <> ?1 AND name = ?2",
                                                      id, role));
  return others.value_or(0) > 0;
}

}  // namespace paisql::store
