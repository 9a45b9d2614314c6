// The tenant, and the quota of this machine, of which a home has one each.

#include "rest/objects/tenant.h"

#include <unistd.h>

#include <array>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/text.h"
#include "rest/paging.h"
#include "rest/routes.h"
#include "rest/xml_writer.h"

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

// Everything that runs may take the whole machine, first come first served.
std::string QuotaXml() {
  const std::string cpu =
      std::to_string(kOfOneCore * std::max(1U, std::thread::hardware_concurrency()));
  const std::string memory = std::to_string(MachineMegabytes());
  return Nested("Quota", Element("Name", kQuota) + Element("Nickname", kQuota) +
                             Element("ID", kQuota) + Element("IsEnabled", "true") +
                             Element("ResourceSystemType", "FUXI_OFFLINE") + Element("CPU", cpu) +
                             Element("MinCPU", cpu) + Element("Memory", memory) +
                             Element("MinMemory", memory) + Element("Strategy", "NoPreempt") +
                             Element("SchedulerType", "Fifo") + Element("IsParGroup", "false") +
                             Element("TenantId", kTenant) + Element("Region", kRegion) +
                             Element("Status", "ON") + Element("NeedAuth", "false") +
                             Element("IsPureLink", "false") + Element("QuotaVersion", "1"));
}

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
  return {200, "application/xml",
          Nested("Quotas", PageXml(page, "") + (listed ? QuotaXml() : std::string()))};
}

Answer GetQuota(const Call& call, Service& /*service*/) {
  if (!EqualsIgnoreCase(call.path[1], kQuota) || IsElsewhere(call)) {
    return XmlError(404, "NoSuchObject",
                    "The quota " + call.path[1] + " is not found: there is the quota default");
  }
  return {200, "application/xml", QuotaXml()};
}

constexpr std::array kTenantRoutes = {
    Route{"GET", "/tenants", "", GetTenant},
    Route{"GET", "/quotas", "", ListQuotas},
    Route{"GET", "/quotas/{}", "", GetQuota},
};

}  // namespace

std::span<const Route> TenantRoutes() { return kTenantRoutes; }

}  // namespace paisql::rest
