// The tenant and the projects.

#include <array>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "rest/named.h"
#include "rest/paging.h"
#include "rest/routes.h"
#include "rest/xml_writer.h"
#include "session/permissions.h"

namespace paisql::rest {

namespace {

Answer GetTenant(const Call& /*call*/, Service& /*service*/) {
  const nlohmann::json tenant = {{"Tenant",
                                  {{"Name", "local"},
                                   {"OwnerId", "0"},
                                   {"TenantId", "local"},
                                   {"TenantState", "NORMAL"},
                                   {"CreateTime", 0},
                                   {"UpdateTime", 0},
                                   {"TenantMeta", ""},
                                   {"Parameters", nlohmann::json::object()}}}};
  return {200, "application/json", tenant.dump()};
}

std::string ProjectXml(const store::Project& project) {
  const auto property = [](std::string_view key, std::string_view value) {
    return Nested("Property", Element("Name", key) + Element("Value", value));
  };
  return Nested("Project",
                Element("Name", project.name) + Element("Type", "managed") +
                    Element("Comment", project.comment) + Element("Owner", project.owner) +
                    Element("CreationTime", HttpDate(project.created_ms)) +
                    Element("LastModifiedTime", HttpDate(project.created_ms)) +
                    Element("State", "AVAILABLE") +
                    Nested("Properties", property("odps.schema.model.enabled", "false")) +
                    Element("DefaultQuotaNickname", "default") + Element("Region", "local"));
}

// Those that who has signed the request may enter.
Result<std::string> ProjectListXml(const Call& call, store::Catalog& catalog) {
  PAISQL_ASSIGN(const std::vector<store::Project> projects, catalog.ListProjects());
  session::Permissions permissions(catalog, call.user);
  const Page page = PageOf(call);
  const std::string owner = call.Get("owner");
  const std::string after = ToLower(page.after);
  std::string list;
  std::string last;
  size_t count = 0;
  for (const store::Project& project : projects) {
    const std::string name = ToLower(project.name);
    if (!name.starts_with(ToLower(call.Get("name"))) || (!after.empty() && name <= after)) continue;
    if (!owner.empty() && !EqualsIgnoreCase(owner, project.owner)) continue;
    if (!permissions.RequireUser(project.name, {}).ok()) continue;
    if (count++ == page.most) return Nested("Projects", PageXml(page, last) + list);
    list += ProjectXml(project);
    last = project.name;
  }
  return Nested("Projects", PageXml(page, "") + list);
}

Answer ListProjects(const Call& call, Service& service) {
  return AnswerRead(call, service, ProjectListXml);
}

Answer GetProject(const Call& call, Service& service) {
  const std::string& name = call.path[1];
  const Result<Catalogs::Loan> catalog = service.catalogs.Borrow();
  if (!catalog.ok()) return XmlErrorOf(catalog.error());
  const Result<std::optional<store::Project>> found = (*catalog)->FindProject(name);
  if (!found.ok()) return XmlErrorOf(found.error());
  if (!found->has_value() || name.find('.') != std::string::npos) {
    return XmlError(404, "NoSuchObject", "The project " + name + " is not found");
  }
  const store::Project& project = **found;
  session::Permissions permissions(**catalog, call.user);
  if (const Status may = permissions.RequireUser(project.name, {}); !may.ok()) {
    return XmlErrorOf(may.error());
  }
  const std::string date = HttpDate(project.created_ms);
  return {
      200,
      "application/xml",
      ProjectXml(project),
      {{"x-odps-owner", project.owner}, {"x-odps-creation-time", date}, {"Last-Modified", date}}};
}

// What the platform adds under this parameter is of no project of a home.
Answer GetExtendedProject(const Call& call, Service& service) {
  Answer answer = GetProject(call, service);
  if (answer.status == 200) answer.body = Nested("Project", "<ExtendedProperties/>");
  return answer;
}

// Where the client's tunnel is: this server.
Answer GetTunnel(const Call& /*call*/, Service& service) {
  return {200, "text/plain", service.address};
}

Answer TakeLogs(const Call& /*call*/, Service& /*service*/) { return {200, "text/plain", ""}; }

constexpr std::array kProjectRoutes = {
    Route{"GET", "/tenants", "", GetTenant},
    Route{"GET", "/projects/{}/tunnel", "", GetTunnel},
    Route{"PUT", "/projects/{}/logs", "", TakeLogs},
    Route{"GET", "/projects", "", ListProjects},
    Route{"GET", "/projects/{}", "extended", GetExtendedProject},
    Route{"GET", "/projects/{}", "", GetProject},
};

}  // namespace

std::span<const Route> ProjectRoutes() { return kProjectRoutes; }

}  // namespace paisql::rest
