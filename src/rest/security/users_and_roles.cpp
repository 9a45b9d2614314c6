// Users and roles of a project, as clients list them. What changes them comes to /authorization.

#include <array>

#include "access/judge.h"
#include "access/principal.h"
#include "base/text.h"
#include "rest/bodies/xml_writer.h"
#include "rest/named.h"
#include "rest/routes.h"
#include "rest/security/project_security.h"

namespace paisql::rest {

namespace {

std::string UserXml(const std::string& name, const store::ProjectSecurity& security) {
  std::string roles;
  for (const std::string& role : access::RolesOf(security, name)) roles += Element("Role", role);
  // A name is its own id here.
  return Nested("User", Element("ID", name) + Element("DisplayName", name) +
                            Element("Comment", "") + Element("Label", "0") +
                            Nested("Roles", roles) + "<Properties/>");
}

std::string RoleXml(const std::string& name, const store::ProjectSecurity& security) {
  const store::ProjectRole* const role = access::FindRole(security, name);
  const bool administers = role == nullptr || role->administers;
  return Nested("Role", Element("Name", role == nullptr ? ToLower(name) : role->name) +
                            Element("Comment", "") +
                            Element("Type", administers ? "admin" : "resource"));
}

Error NotThere(const std::string& what) {
  return Error{ErrorCode::kResourceNotFound, what + " does not exist", {}, ""};
}

// The whole name of the path's user.
Result<std::string> UserOf(const Call& call, const ProjectAsked& asked) {
  const std::string& name = call.path[3];
  const Result<std::string> whole = access::ReadUser(name, session::AccountOf(asked.project));
  for (const store::ProjectUser& user : asked.security.users) {
    if (whole.ok() && EqualsIgnoreCase(user.name, *whole)) return user.name;
  }
  return NotThere("user " + name);
}

Result<std::string> RoleOf(const Call& call, const ProjectAsked& asked) {
  const std::string& name = call.path[3];
  if (access::IsBuiltinRole(name)) return ToLower(name);
  if (const auto* role = access::FindRole(asked.security, name)) return role->name;
  return NotThere("role " + name);
}

Result<std::string> UsersXml(const Call& call, store::Catalog& catalog) {
  PAISQL_ASSIGN(const ProjectAsked asked, SecurityOf(call, catalog, access::Rank::kManager));
  std::string list;
  for (const store::ProjectUser& user : asked.security.users) {
    list += UserXml(user.name, asked.security);
  }
  return Nested("Users", list);
}

// Everybody may see themselves.
Result<ProjectAsked> SecurityForUser(const Call& call, store::Catalog& catalog) {
  PAISQL_ASSIGN(ProjectAsked asked, SecurityOf(call, catalog, access::Rank::kUser));
  const Result<std::string> name =
      access::ReadUser(call.path[3], session::AccountOf(asked.project));
  if (name.ok() && EqualsIgnoreCase(*name, call.user)) return asked;
  return SecurityOf(call, catalog, access::Rank::kManager);
}

Result<std::string> OneUserXml(const Call& call, store::Catalog& catalog) {
  PAISQL_ASSIGN(const ProjectAsked asked, SecurityForUser(call, catalog));
  PAISQL_ASSIGN(const std::string user, UserOf(call, asked));
  return UserXml(user, asked.security);
}

Result<std::string> RolesOfUserXml(const Call& call, store::Catalog& catalog) {
  PAISQL_ASSIGN(const ProjectAsked asked, SecurityForUser(call, catalog));
  PAISQL_ASSIGN(const std::string user, UserOf(call, asked));
  std::string list;
  for (const std::string& role : access::RolesOf(asked.security, user)) {
    list += RoleXml(role, asked.security);
  }
  return Nested("Roles", list);
}

Result<std::string> RolesXml(const Call& call, store::Catalog& catalog) {
  PAISQL_ASSIGN(const ProjectAsked asked, SecurityOf(call, catalog, access::Rank::kManager));
  std::vector<std::string> names = {std::string(access::kAdministrator),
                                    std::string(access::kSuperAdministrator)};
  for (const store::ProjectRole& role : asked.security.roles) names.push_back(role.name);
  const std::string only = call.Get("name");
  std::string list;
  for (const std::string& name : names) {
    if (only.empty() || EqualsIgnoreCase(only, name)) list += RoleXml(name, asked.security);
  }
  return Nested("Roles", list);
}

Result<std::string> OneRoleXml(const Call& call, store::Catalog& catalog) {
  PAISQL_ASSIGN(const ProjectAsked asked, SecurityOf(call, catalog, access::Rank::kManager));
  PAISQL_ASSIGN(const std::string role, RoleOf(call, asked));
  return RoleXml(role, asked.security);
}

Result<std::string> UsersOfRoleXml(const Call& call, store::Catalog& catalog) {
  PAISQL_ASSIGN(const ProjectAsked asked, SecurityOf(call, catalog, access::Rank::kManager));
  PAISQL_ASSIGN(const std::string role, RoleOf(call, asked));
  std::string list;
  for (const store::Membership& member : asked.security.members) {
    if (EqualsIgnoreCase(member.role, role)) list += UserXml(member.user, asked.security);
  }
  return Nested("Users", list);
}

template <ReadXml kRead>
Answer Read(const Call& call, Service& service) {
  return AnswerRead(call, service, kRead);
}

constexpr std::array kUserAndRoleRoutes = {
    Route{"GET", "/projects/{}/users", "", Read<UsersXml>},
    Route{"GET", "/projects/{}/users/{}", "roles", Read<RolesOfUserXml>},
    Route{"GET", "/projects/{}/users/{}", "", Read<OneUserXml>},
    Route{"GET", "/projects/{}/roles", "", Read<RolesXml>},
    Route{"GET", "/projects/{}/roles/{}", "users", Read<UsersOfRoleXml>},
    Route{"GET", "/projects/{}/roles/{}", "", Read<OneRoleXml>},
};

}  // namespace

std::span<const Route> UserAndRoleRoutes() { return kUserAndRoleRoutes; }

}  // namespace paisql::rest
