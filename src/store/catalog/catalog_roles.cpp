#include "store/catalog/catalog_state.h"
#include "store/files/clock.h"

namespace paisql::store {

Result<std::vector<Role>> ReadRoles(Database& db) {
  PAISQL_ASSIGN(Statement list,
                db.Prepare("SELECT r.name, r.arn, r.created_ms, g.action, g.bucket FROM roles r "
                           "LEFT JOIN role_grants g ON g.role = r.name "
                           "ORDER BY r.name, g.bucket, g.action"));
  list.Bind();
  std::vector<Role> roles;
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) return roles;
    if (roles.empty() || roles.back().name != list.Text(0)) {
      roles.push_back({list.Text(0), list.Text(1), {}, list.Int(2)});
    }
    if (!list.IsNull(3)) roles.back().grants.push_back({list.Text(3), list.Text(4)});
  }
}

namespace {

Status InsertRole(Database& db, const Role& role) {
  PAISQL_TRY(db.Run("INSERT INTO roles (name, arn, created_ms) VALUES (?1, ?2, ?3)", role.name,
                    role.arn, role.created_ms == 0 ? NowMs() : role.created_ms));
  for (const Grant& grant : role.grants) {
    PAISQL_TRY(db.Run("INSERT INTO role_grants (role, bucket, action) VALUES (?1, ?2, ?3)",
                      role.name, grant.bucket, grant.action));
  }
  return Status::Ok();
}

}  // namespace

// A home has few: all of them are written anew.
Status WriteRoles(Database& db, const std::vector<Role>& roles) {
  PAISQL_TRY(db.Run("DELETE FROM role_grants"));
  PAISQL_TRY(db.Run("DELETE FROM roles"));
  for (const Role& role : roles) PAISQL_TRY(InsertRole(db, role));
  return Status::Ok();
}

Result<std::vector<Role>> Catalog::ListRoles() { return ReadRoles(state_->db); }

Status Catalog::ChangeRoles(const std::function<Status(std::vector<Role>*)>& change) {
  PAISQL_ASSIGN(CatalogWrite transaction, state_->BeginWrite());
  PAISQL_ASSIGN(std::vector<Role> roles, ReadRoles(state_->db));
  PAISQL_TRY(change(&roles));
  PAISQL_TRY(WriteRoles(state_->db, roles));
  return transaction.Commit();
}

}  // namespace paisql::store
