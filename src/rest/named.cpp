#include "rest/named.h"

#include "base/text.h"
#include "session/permissions.h"
#include "store/place.h"

namespace paisql::rest {

std::string SchemaOf(const Call& call) { return call.Get("curr_schema", store::kDefaultSchema); }

Result<std::string> ProjectOf(const Call& call, store::Catalog& catalog) {
  const std::string& name = call.path[1];
  PAISQL_ASSIGN(const std::optional<store::Project> project, catalog.FindProject(name));
  if (project.has_value()) return project->name;
  return Error{ErrorCode::kProjectNotFound, "project " + name + " cannot be resolved", {}, ""};
}

Result<std::string> PlaceOf(const Call& call, store::Catalog& catalog) {
  PAISQL_ASSIGN(const std::string project, ProjectOf(call, catalog));
  const std::string place = store::PlaceText(project, SchemaOf(call));
  PAISQL_ASSIGN(const std::optional<store::Project> there, catalog.FindProject(place));
  if (there.has_value()) return there->name;
  // odps-jdbc names the project itself as the schema where it knows projects without schemas.
  if (EqualsIgnoreCase(SchemaOf(call), project)) return project;
  // Clients take NoSuchObject for "it is not there", and NoSuchProject for a wrong configuration.
  return Error{ErrorCode::kResourceNotFound, "schema " + place + " cannot be resolved", {}, ""};
}

Result<store::Table> TableOf(store::Catalog& catalog, const std::string& place,
                             const std::string& name) {
  PAISQL_ASSIGN(std::optional<store::Table> table, catalog.FindTable(place, name));
  if (table.has_value()) return *std::move(table);
  return Error{
      ErrorCode::kTableNotFound, "table " + place + "." + name + " cannot be resolved", {}, ""};
}

Status RequireOfTable(const Call& call, store::Catalog& catalog, const store::Table& table,
                      std::string_view action) {
  const session::Wanted wanted = {.type = "table",
                                  .project = table.project,
                                  .object = table.name,
                                  .action = action,
                                  .object_id = table.id,
                                  .owner = table.owner};
  return session::Permissions(catalog, call.user).Require(wanted, table.project);
}

Status RequireOfProject(const Call& call, store::Catalog& catalog, const std::string& place,
                        std::string_view action) {
  const std::string project = store::ProjectOfPlace(place);
  return session::Permissions(catalog, call.user)
      .Require({.type = "project", .project = project, .action = action}, project);
}

Answer AnswerRead(const Call& call, Service& service, ReadXml read) {
  const Result<Catalogs::Loan> catalog = service.catalogs.Borrow();
  if (!catalog.ok()) return XmlErrorOf(catalog.error());
  const auto view = (*catalog)->BeginView();
  if (!view.ok()) return XmlErrorOf(view.error());
  Result<std::string> xml = read(call, **catalog);
  if (!xml.ok()) return XmlErrorOf(xml.error());
  return {200, "application/xml", *std::move(xml)};
}

}  // namespace paisql::rest
