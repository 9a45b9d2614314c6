// The tenant and the projects.

#include <array>
#include <nlohmann/json.hpp>

#include "rest/routes.h"
#include "rest/xml_writer.h"

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

Answer GetProject(const Call& call, Service& service) {
  const std::string& name = call.path[1];
  const Result<Catalogs::Loan> catalog = service.catalogs.Borrow();
  if (!catalog.ok()) return XmlErrorOf(catalog.error());
  const Result<std::optional<store::Project>> project = (*catalog)->FindProject(name);
  if (!project.ok()) return XmlErrorOf(project.error());
  if (!project->has_value()) {
    return XmlError(404, "NoSuchObject", "The project " + name + " is not found");
  }
  const auto property = [](std::string_view key, std::string_view value) {
    return Nested("Property", Element("Name", key) + Element("Value", value));
  };
  const std::string body = Element("Name", name) + Element("Type", "managed") +
                           Element("Owner", "owner") + Element("State", "AVAILABLE") +
                           Nested("Properties", property("odps.schema.model.enabled", "false")) +
                           Element("DefaultQuotaNickname", "default") + Element("Region", "local");
  const std::string date = HttpDate(0);
  return {200,
          "application/xml",
          Nested("Project", body),
          {{"x-odps-owner", "owner"}, {"x-odps-creation-time", date}, {"Last-Modified", date}}};
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
    Route{"GET", "/projects/{}", "", GetProject},
};

}  // namespace

std::span<const Route> ProjectRoutes() { return kProjectRoutes; }

}  // namespace paisql::rest
