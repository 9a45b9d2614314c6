#include "fleet/running_services.h"

#include <algorithm>
#include <map>

#include "base/process/process.h"
#include "base/text.h"
#include "fleet/stored_properties.h"
#include "serving/settings/properties.h"

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

std::string ModelText(const ServiceVersion& version) {
  if (version.model_id == 0) return version.folder;
  return version.model_project + "." + version.model_name + " version " +
         std::to_string(version.model_version);
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

std::string ServedText(const ServiceVersion& version) {
  const std::map<std::string, std::string> properties = StoredProperties(version.properties);
  const auto processor = properties.find(std::string(serving::kProcessorPath));
  if (processor == properties.end()) return ModelText(version);
  const std::string model = ModelText(version);
  return processor->second + (model.empty() ? "" : " with " + model);
}

std::string ReadyText(const store::Service& service, const ServiceVersion& version,
                      const RunningServices& running) {
  int wanted = version.instances;
  const auto scaling = ScalingOf(service);
  if (scaling.ok() && scaling->has_value()) {
    wanted = std::max(wanted, running.Kept(service.id, version.version));
  }
  return std::to_string(running.Ready(service.id, version.version)) + "/" + std::to_string(wanted);
}

Claims ClaimsOf(const store::Service& service, const ServiceVersion& version,
                const RunningServices& running) {
  const serving::ProcessOptions options =
      serving::ReadProcessOptions(StoredProperties(version.properties));
  const int64_t processes = running.Kept(service.id, version.version);
  return {options.cpu * processes, options.memory_mb * processes};
}

Claims ClaimsOf(const store::Service& service, const RunningServices& running) {
  Claims all;
  for (const ServiceVersion& version : service.versions) {
    const Claims claims = ClaimsOf(service, version, running);
    all.cpu += claims.cpu;
    all.memory_mb += claims.memory_mb;
  }
  return all;
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
