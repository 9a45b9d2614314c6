#include "console/access/project_access.h"

#include <algorithm>

#include "base/text.h"
#include "session/permissions.h"
#include "store/catalog.h"
#include "store/place.h"

namespace paisql::console {

namespace {

bool IsIn(const std::string& project, const rest::Call& call, store::Catalog& catalog) {
  return call.user.empty() ||
         session::Permissions(catalog, call.user).RequireUser(project, {}).ok();
}

}  // namespace

Result<std::vector<std::string>> ProjectsOf(const rest::Call& call, Console& console) {
  PAISQL_ASSIGN(const auto catalog, console.service.catalogs.Borrow());
  PAISQL_ASSIGN(const std::vector<store::Project> projects, catalog->ListProjects());
  std::vector<std::string> names;
  for (const store::Project& project : projects) {
    if (IsIn(project.name, call, *catalog)) names.push_back(project.name);
  }
  return names;
}

std::optional<Error> RefuseProject(const rest::Call& call, Console& console) {
  const std::string project = store::ProjectOfPlace(ProjectOf(call));
  const auto catalog = console.service.catalogs.Borrow();
  if (!catalog.ok()) return catalog.error();
  const auto projects = (*catalog)->ListProjects();
  if (!projects.ok()) return projects.error();
  const bool known = std::ranges::any_of(
      *projects, [&](const store::Project& one) { return EqualsIgnoreCase(one.name, project); });
  if (!known) {
    return Error{ErrorCode::kProjectNotFound, "project '" + project + "' does not exist", {}, ""};
  }
  if (call.user.empty()) return std::nullopt;
  const Status may = session::Permissions(**catalog, call.user).RequireUser(project, {});
  return may.ok() ? std::nullopt : std::optional<Error>(may.error());
}

}  // namespace paisql::console
