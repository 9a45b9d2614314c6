// The tenant of a home, and the quotas of this machine.

#include "rest/objects/tenant.h"

#include <unistd.h>

#include <array>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/text.h"
#include "rest/bodies/xml_writer.h"
#include "rest/maxqa.h"
#include "rest/paging.h"
#include "rest/routes.h"

namespace paisql::rest {

namespace {

constexpr unsigned kOfOneCore = 100;  // the platform counts hundredths of a core

Answer GetTenant(const Call& /*call*/, Service& /*service*/) {
  const nlohmann::json tenant = {{"Tenant",
                                  {{"Name", kTenant},
                                   {"OwnerId", "0"},
                                   {"TenantId", kTenant},
                                   {"TenantState", "NORMAL"},
                                   {"CreateTime", 0},
                                   {"UpdateTime", 0},
                                   {"TenantMeta", ""},
                                   {"Parameters", nlohmann::json::object()}}}};
  return {200, "application/json", tenant.dump()};
}

int64_t MachineMegabytes() {
  constexpr int64_t kBytes = int64_t{1} << 20;
  return int64_t{sysconf(_SC_PHYS_PAGES)} * sysconf(_SC_PAGESIZE) / kBytes;
}

// Everything that runs may take the whole machine, first come first served. That of query
// acceleration is the same machine under the type by which clients know it.
std::string QuotaXml(std::string_view name, std::string_view type) {
  const std::string cpu =
      std::to_string(kOfOneCore * std::max(1U, std::thread::hardware_concurrency()));
  const std::string memory = std::to_string(MachineMegabytes());
  return Nested("Quota", Element("Name", name) + Element("Nickname", name) + Element("ID", name) +
                             Element("IsEnabled", "true") + Element("ResourceSystemType", type) +
                             Element("CPU", cpu) + Element("MinCPU", cpu) +
                             Element("Memory", memory) + Element("MinMemory", memory) +
                             Element("Strategy", "NoPreempt") + Element("SchedulerType", "Fifo") +
                             Element("IsParGroup", "false") + Element("TenantId", kTenant) +
                             Element("Region", kRegion) + Element("Status", "ON") +
                             Element("NeedAuth", "false") + Element("IsPureLink", "false") +
                             Element("QuotaVersion", "1"));
}

std::string OfflineXml() { return QuotaXml(kQuota, "FUXI_OFFLINE"); }
std::string MaxQaXml() { return QuotaXml(kMaxQaQuota, "FUXI_VW"); }

bool NamesOther(const Call& call, std::string_view parameter, std::string_view only) {
  const std::string asked = call.Get(parameter);
  return !asked.empty() && asked != only;
}

bool IsElsewhere(const Call& call) {
  return NamesOther(call, "region", kRegion) || NamesOther(call, "tenant", kTenant);
}

Answer ListQuotas(const Call& call, Service& /*service*/) {
  const Page page = PageOf(call);
  const bool listed = page.after.empty() && !IsElsewhere(call);
  return {
      200, "application/xml",
      Nested("Quotas", PageXml(page, "") + (listed ? OfflineXml() + MaxQaXml() : std::string()))};
}

Answer GetQuota(const Call& call, Service& /*service*/) {
  const bool here = !IsElsewhere(call);
  if (here && EqualsIgnoreCase(call.path[1], kQuota)) {
    return {200, "application/xml", OfflineXml()};
  }
  // Clients take their connection from the header.
  if (here && EqualsIgnoreCase(call.path[1], kMaxQaQuota)) {
    return {200, "application/xml", MaxQaXml(), {{kMaxQaHeader, MaxQaConnection(kMaxQaQuota)}}};
  }
  return XmlError(
      404, "NoSuchObject",
      "The quota " + call.path[1] + " is not found: there are the quotas default and maxqa");
}

constexpr std::array kTenantRoutes = {
    Route{"GET", "/tenants", "", GetTenant},
    Route{"GET", "/quotas", "", ListQuotas},
    Route{"GET", "/quotas/{}", "", GetQuota},
};

}  // namespace

std::span<const Route> TenantRoutes() { return kTenantRoutes; }

}  // namespace paisql::rest
