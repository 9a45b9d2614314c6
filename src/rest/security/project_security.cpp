#include "rest/security/project_security.h"

#include "rest/named.h"

namespace paisql::rest {

Result<ProjectAsked> SecurityOf(const Call& call, store::Catalog& catalog, access::Rank rank) {
  PAISQL_ASSIGN(const std::string name, ProjectOf(call, catalog));
  session::Permissions permissions(catalog, call.user);
  if (rank == access::Rank::kUser) {
    PAISQL_TRY(permissions.RequireUser(name, {}));
  } else {
    PAISQL_TRY(permissions.RequireRank(rank, name, "see users, roles and policies", {}));
  }
  PAISQL_ASSIGN(const std::optional<store::Project> project, catalog.FindProject(name));
  PAISQL_ASSIGN(store::ProjectSecurity security, store::SecurityBook(catalog).Read(name));
  return ProjectAsked{*project, std::move(security)};
}

}  // namespace paisql::rest
