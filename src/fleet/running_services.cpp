#include "fleet/running_services.h"

#include <algorithm>

#include "base/process/process.h"

namespace paisql::fleet {

namespace {

using store::InstanceState;
using store::ServiceInstance;
using store::ServiceRole;
using store::ServiceVersion;

// Whether one of the service's processes, of a version that is to answer, is in this state.
bool Any(const store::Service& service, const RunningServices& running, InstanceState state) {
  return std::any_of(running.instances.begin(), running.instances.end(),
                     [&](const ServiceInstance& one) {
                       const ServiceVersion* version = service.Version(one.version);
                       return one.service_id == service.id && one.state == state &&
                              version != nullptr && version->role != ServiceRole::kRetired;
                     });
}

bool AnyReady(const store::Service& service, const RunningServices& running) {
  return std::any_of(running.instances.begin(), running.instances.end(),
                     [&](const ServiceInstance& one) {
                       return one.service_id == service.id && one.state == InstanceState::kReady;
                     });
}

}  // namespace

int RunningServices::Ready(int64_t service_id, int64_t version) const {
  return static_cast<int>(
      std::count_if(instances.begin(), instances.end(), [&](const ServiceInstance& one) {
        return one.service_id == service_id && one.version == version &&
               one.state == InstanceState::kReady;
      }));
}

int RunningServices::Kept(int64_t service_id, int64_t version) const {
  return static_cast<int>(
      std::count_if(instances.begin(), instances.end(), [&](const ServiceInstance& one) {
        return one.service_id == service_id && one.version == version &&
               one.state != InstanceState::kDraining;
      }));
}

Result<RunningServices> ReadRunning(store::Catalog& catalog) {
  store::ServiceCatalog services(catalog);
  RunningServices running;
  PAISQL_ASSIGN(running.fleet, services.ReadFleet());
  running.supervised = running.fleet.has_value() &&
                       IsAlive({running.fleet->supervisor.pid, running.fleet->supervisor.start,
                                running.fleet->boot_id});
  if (running.supervised) {
    PAISQL_ASSIGN(running.instances, services.ListInstances());
  }
  return running;
}

bool HasInstances(const store::Service& service) {
  return std::any_of(service.versions.begin(), service.versions.end(),
                     [](const ServiceVersion& version) {
                       return version.role != ServiceRole::kRetired && version.instances > 0;
                     });
}

std::string_view ServiceStateName(const store::Service& service, const RunningServices& running) {
  if (!service.running || !HasInstances(service)) return "Stopped";
  if (Any(service, running, InstanceState::kFailed)) return "Failed";
  bool all_ready = true;
  for (const ServiceVersion& version : service.versions) {
    if (version.role == ServiceRole::kRetired) continue;
    all_ready = all_ready && running.Ready(service.id, version.version) >= version.instances;
  }
  if (all_ready) return "Running";
  return AnyReady(service, running) ? "Updating" : "Waiting";
}

std::string ServiceAddress(const store::Service& service, const RunningServices& running) {
  return PredictAddress(service.name, running);
}

std::string PredictAddress(const std::string& name, const RunningServices& running) {
  if (!running.fleet.has_value() || running.fleet->port == 0) return "";
  return "http://" + running.fleet->host + ":" + std::to_string(running.fleet->port) +
         "/api/predict/" + name;
}

}  // namespace paisql::fleet
