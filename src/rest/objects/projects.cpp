// The projects.

#include <algorithm>
#include <array>

#include "base/text.h"
#include "rest/addresses.h"
#include "rest/bodies/xml_writer.h"
#include "rest/named.h"
#include "rest/objects/project_properties.h"
#include "rest/objects/tenant.h"
#include "rest/paging.h"
#include "rest/routes.h"
#include "session/permissions.h"
#include "store/place.h"
#include "store/security.h"

namespace paisql::rest {

namespace {

std::string ProjectXml(const store::Project& project, const Properties& properties) {
  return Nested(
      "Project",
      Element("Name", project.name) + Element("Type", "managed") +
          Element("Comment", project.comment) + Element("Owner", project.owner) +
          Element("CreationTime", HttpDate(project.created_ms)) +
          Element("LastModifiedTime", HttpDate(project.created_ms)) +
          Element("State", "AVAILABLE") + Nested("Properties", PropertiesXml(properties)) +
          Element("DefaultQuotaNickname", kQuota) + Element("DefaultQuotaRegion", kRegion) +
          Element("Region", kRegion) + Element("TenantId", kTenant));
}

// Which projects a list has. There is one region, one tenant and one quota, and no group.
struct ProjectWish {
  std::string prefix;  // of the names, in small letters
  std::string owner;
  std::string user;
  bool none = false;

  explicit ProjectWish(const Call& call)
      : prefix(ToLower(call.Get("name"))), owner(call.Get("owner")), user(call.Get("user")) {
    const auto other = [&](std::string_view parameter, std::string_view only) {
      const std::string asked = call.Get(parameter);
      return !asked.empty() && asked != only;
    };
    none = other("region", kRegion) || other("tenant", kTenant) || other("group", "") ||
           other("quotanickname", kQuota) || other("quota_name", kQuota);
  }

  Result<bool> Takes(const store::Project& project, store::Catalog& catalog) const {
    if (none || !ToLower(project.name).starts_with(prefix)) return false;
    if (!owner.empty() && !EqualsIgnoreCase(owner, project.owner)) return false;
    if (user.empty() || EqualsIgnoreCase(user, project.owner)) return true;
    PAISQL_ASSIGN(const store::ProjectSecurity security,
                  store::SecurityBook(catalog).Read(project.name));
    return std::ranges::any_of(security.users, [&](const store::ProjectUser& one) {
      return EqualsIgnoreCase(one.name, user);
    });
  }
};

// Those that who has signed the request may enter.
Result<std::string> ProjectListXml(const Call& call, store::Catalog& catalog) {
  PAISQL_ASSIGN(const std::vector<store::Project> projects, catalog.ListProjects());
  session::Permissions permissions(catalog, call.user);
  const ProjectWish wish(call);
  const Page page = PageOf(call);
  const std::string after = ToLower(page.after);
  std::string list;
  std::string last;
  size_t count = 0;
  for (const store::Project& project : projects) {
    if (!after.empty() && ToLower(project.name) <= after) continue;
    PAISQL_ASSIGN(const bool taken, wish.Takes(project, catalog));
    if (!taken || !permissions.RequireUser(project.name, {}).ok()) continue;
    if (count++ == page.most) return Nested("Projects", PageXml(page, last) + list);
    PAISQL_ASSIGN(const Properties set, PropertiesOf(catalog, project.name));
    list += ProjectXml(project, ToldProperties(set, false));
    last = project.name;
  }
  return Nested("Projects", PageXml(page, "") + list);
}

Answer ListProjects(const Call& call, Service& service) {
  return AnswerRead(call, service, ProjectListXml);
}

// The project of the path, which the user may enter.
Result<store::Project> EnteredProject(const Call& call, store::Catalog& catalog) {
  const std::string& name = call.path[1];
  PAISQL_ASSIGN(std::optional<store::Project> found, catalog.FindProject(name));
  if (!found.has_value() || name.find('.') != std::string::npos) {
    return Error{ErrorCode::kResourceNotFound, "project " + name + " is not there", {}, ""};
  }
  session::Permissions permissions(catalog, call.user);
  PAISQL_TRY(permissions.RequireUser(found->name, {}));
  return *std::move(found);
}

Answer GetProject(const Call& call, Service& service) {
  const Result<Catalogs::Loan> catalog = service.catalogs.Borrow();
  if (!catalog.ok()) return XmlErrorOf(catalog.error());
  const Result<store::Project> project = EnteredProject(call, **catalog);
  if (!project.ok()) return XmlErrorOf(project.error());
  const Result<Properties> set = PropertiesOf(**catalog, project->name);
  if (!set.ok()) return XmlErrorOf(set.error());
  const std::string date = HttpDate(project->created_ms);
  return {
      200,
      "application/xml",
      ProjectXml(*project, ToldProperties(*set, call.Get("properties") == "all")),
      {{"x-odps-owner", project->owner}, {"x-odps-creation-time", date}, {"Last-Modified", date}}};
}

// What all tables of the project take on the disk.
Result<int64_t> BytesOf(const std::string& project, store::Catalog& catalog) {
  PAISQL_ASSIGN(const std::vector<store::Schema> schemas, catalog.ListSchemas(project));
  int64_t bytes = 0;
  for (const store::Schema& schema : schemas) {
    PAISQL_ASSIGN(const std::vector<store::Table> tables,
                  catalog.ListTables(store::PlaceText(project, schema.name)));
    for (const store::Table& table : tables) {
      PAISQL_ASSIGN(const store::Catalog::Size size, catalog.TableSize(table.id));
      bytes += size.bytes;
    }
  }
  return bytes;
}

// The rows' bytes, under the name of the platform's storage without tiers.
Result<std::string> ExtendedXml(const Call& call, store::Catalog& catalog) {
  PAISQL_ASSIGN(const store::Project project, EnteredProject(call, catalog));
  PAISQL_ASSIGN(const int64_t bytes, BytesOf(project.name, catalog));
  const Properties extended = {{"chargableAliveDataSize", std::to_string(bytes)}};
  return Nested("Project", Nested("ExtendedProperties", PropertiesXml(extended)));
}

Answer GetExtendedProject(const Call& call, Service& service) {
  return AnswerRead(call, service, ExtendedXml);
}

// Where the client's tunnel is: this server.
Answer GetTunnel(const Call& call, Service& service) {
  return {200, "text/plain", HostOf(call, service).substr(service.scheme.size() + 3)};
}

Answer TakeLogs(const Call& /*call*/, Service& /*service*/) { return {200, "text/plain", ""}; }

constexpr std::array kProjectRoutes = {
    Route{"GET", "/projects/{}/tunnel", "", GetTunnel},
    Route{"PUT", "/projects/{}/logs", "", TakeLogs},
    Route{"GET", "/projects", "", ListProjects},
    Route{"GET", "/projects/{}", "extended", GetExtendedProject},
    Route{"GET", "/projects/{}", "", GetProject},
    Route{"PUT", "/projects/{}", "", ChangeProject},
};

}  // namespace

std::span<const Route> ProjectRoutes() { return kProjectRoutes; }

}  // namespace paisql::rest
