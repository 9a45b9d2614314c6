#include "jobs/queue/service_claims.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/process/process.h"
#include "base/text.h"
#include "jobs/job/job_directory.h"
#include "jobs/job/job_row.h"
#include "jobs/spec/fit.h"
#include "jobs/spec/quota_text.h"
#include "store/services.h"

namespace paisql::jobs {

namespace {

using Json = nlohmann::json;

constexpr int64_t kLeastMemoryShare = 4;

// The statement that wrote the properties has judged them; what it does not take counts as nothing.
ServiceClaims ClaimOf(const std::string& properties) {
  ServiceClaims claim;
  const Json json = Json::parse(properties, nullptr, false);
  if (!json.is_object()) return claim;
  const auto text = [&json](const char* name) {
    const auto found = json.find(name);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  claim.cpu = ParseCores(text("metadata.cpu")).value_or(0);
  const std::string memory = text("metadata.memory");
  (void)std::from_chars(memory.data(), memory.data() + memory.size(), claim.memory_mb);
  return claim;
}

std::map<std::string, std::string> ParametersOf(const store::Job& job) {
  const Json json = Json::parse(job.parameters, nullptr, false);
  std::map<std::string, std::string> parameters;
  if (!json.is_object()) return parameters;
  for (const auto& [name, value] : json.items()) {
    if (value.is_string()) parameters.emplace(name, value);
  }
  return parameters;
}

// The claims of streams stand in the queue for their cards, and hold nothing else there.
Status AddStreams(store::Catalog& catalog, ServiceClaims* all) {
  PAISQL_ASSIGN(const std::vector<store::Claim> claims, catalog.ListClaims());
  for (const store::Claim& claim : claims) {
    if (!claim.granted || claim.cpu > 0 || claim.memory_mb > 0) continue;
    if (!IsLeaseHeld(catalog.home(), claim.lease)) continue;
    PAISQL_ASSIGN(const std::optional<store::Job> job, catalog.FindJob(claim.job_id));
    if (!job.has_value() || !IsEndlessStream(ParametersOf(*job))) continue;
    const Result<JobFile> file = ReadJobFile(catalog.home().JobPath(job->id));
    if (!file.ok()) continue;  // it was removed meanwhile
    const Result<FittedJob> fitted = FitJob(file->roles, file->quota, true);
    if (!fitted.ok()) continue;
    all->cpu += fitted->demand.cpu;
    all->memory_mb += fitted->demand.memory_mb;
    ++all->streams;
  }
  return Status::Ok();
}

}  // namespace

bool IsEndlessStream(const std::map<std::string, std::string>& parameters) {
  return std::any_of(parameters.begin(), parameters.end(), [](const auto& one) {
    return EqualsIgnoreCase(one.first, "follow") && EqualsIgnoreCase(Trim(one.second), "true");
  });
}

Result<ServiceClaims> ClaimedByServices(store::Catalog& catalog) {
  store::ServiceCatalog services(catalog);
  ServiceClaims all;
  PAISQL_TRY(AddStreams(catalog, &all));
  PAISQL_ASSIGN(const std::vector<store::ServiceInstance> instances, services.ListInstances());
  if (instances.empty()) return all;
  PAISQL_ASSIGN(const std::optional<store::Fleet> fleet, services.ReadFleet());
  if (!fleet.has_value()) return all;
  PAISQL_ASSIGN(const std::vector<store::Service> list, services.List());
  std::map<std::pair<int64_t, int64_t>, ServiceClaims> of_versions;
  for (const store::Service& service : list) {
    for (const store::ServiceVersion& version : service.versions) {
      of_versions[{service.id, version.version}] = ClaimOf(version.properties);
    }
  }
  for (const store::ServiceInstance& one : instances) {
    const auto claim = of_versions.find({one.service_id, one.version});
    if (claim == of_versions.end() || claim->second == ServiceClaims{}) continue;
    if (!IsAlive({one.pid, one.process_start, fleet->boot_id})) continue;
    all.cpu += claim->second.cpu;
    all.memory_mb += claim->second.memory_mb;
    ++all.services;
  }
  return all;
}

Quota Beside(const ServiceClaims& claims, Quota machine) {
  const int64_t least_cpu = std::min<int64_t>(machine.cpu, kWholeCore);
  machine.cpu = std::max(machine.cpu - claims.cpu, least_cpu);
  const int64_t least_memory = machine.memory_mb / kLeastMemoryShare;
  machine.memory_mb = std::max(machine.memory_mb - claims.memory_mb, least_memory);
  return machine;
}

std::string ClaimsText(const ServiceClaims& claims) {
  std::vector<std::string> parts;
  if (claims.cpu > 0) parts.push_back(CoresText(claims.cpu));
  if (claims.memory_mb > 0) parts.push_back(fmt::format("{} MB", claims.memory_mb));
  if (parts.empty()) return "";
  const char* const who = claims.streams == 0    ? "services"
                          : claims.services == 0 ? "streams without an end"
                                                 : "services and streams without an end";
  return std::string(who) + " claim " + Join(parts, " and ");
}

}  // namespace paisql::jobs
