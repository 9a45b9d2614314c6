#include "fleet/service_changes.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "fleet/stored_properties.h"
#include "serving/settings/properties.h"

namespace paisql::fleet {

namespace {

using store::Service;
using store::ServiceRole;
using store::ServiceVersion;

constexpr int kWholeTraffic = 100;
constexpr size_t kKeptVersions = 20;

void Retire(ServiceVersion& version) {
  version.role = ServiceRole::kRetired;
  version.weight = 0;
}

int GreyWeight(const Service& service) {
  int weight = 0;
  for (const ServiceVersion& version : service.versions) {
    if (version.role == ServiceRole::kGrey) weight += version.weight;
  }
  return weight;
}

// Gives the main version the requests that the others leave. kInvalidCommand when the others have
// more than all requests.
Status ShareOut(Service* service) {
  const int others = GreyWeight(*service);
  if (others > kWholeTraffic) {
    return Error{ErrorCode::kInvalidCommand,
                 "the versions beside the main one would answer " + std::to_string(others) +
                     " of 100 requests",
                 {},
                 "DESC SERVICE shows the shares"};
  }
  service->Main().weight = kWholeTraffic - others;
  return Status::Ok();
}

std::vector<ServiceVersion*> WithRole(ServiceRole role, Service* service) {
  std::vector<ServiceVersion*> found;
  for (ServiceVersion& version : service->versions) {
    if (version.role == role) found.push_back(&version);
  }
  return found;
}

Error BadTogether(std::string detail, std::string hint) {
  return {ErrorCode::kInvalidCommand, std::move(detail), {}, std::move(hint)};
}

bool HasProcessor(const std::map<std::string, std::string>& properties) {
  return properties.contains(std::string(serving::kProcessorPath));
}

Error Impossible(std::string detail, std::string hint) {
  return {ErrorCode::kInvalidMetaOperation, std::move(detail), {}, std::move(hint)};
}

// Forgets the oldest retired versions when there are many.
void ForgetOld(Service* service) {
  const auto old = [](const ServiceVersion& one) { return one.role == ServiceRole::kRetired; };
  while (service->versions.size() > kKeptVersions) {
    const auto oldest = std::find_if(service->versions.begin(), service->versions.end(), old);
    if (oldest == service->versions.end()) return;
    service->versions.erase(oldest);
  }
}

}  // namespace

void Apply(const ServiceProperties& properties, Service* service) {
  for (const auto* changed : {&properties.kept, &properties.scaling, &properties.group}) {
    service->properties = WithProperties(service->properties, *changed);
  }
  if (properties.token.has_value()) service->token = *properties.token;
}

void Apply(const ServiceProperties& properties, ServiceVersion* version) {
  version->properties = WithProperties(version->properties, properties.process);
  if (properties.instances.has_value()) version->instances = *properties.instances;
}

ServiceVersion Inherit(const ServiceVersion& target, const ServiceVersion& main) {
  const std::string processor(serving::kProcessorPath);
  std::map<std::string, std::string> properties = StoredProperties(main.properties);
  properties.erase(processor);
  properties.merge(StoredProperties(target.properties));
  ServiceVersion version = target;
  version.instances = main.instances;
  version.properties = WithProperties("{}", properties);
  return version;
}

Status CheckTogether(const ServiceVersion& version) {
  const std::map<std::string, std::string> properties = StoredProperties(version.properties);
  for (const auto& [name, value] : properties) {
    const serving::PropertyRow* row = serving::FindProperty(name);
    if (row == nullptr || value.empty() || row->use != serving::PropertyUse::kModels) continue;
    if (HasProcessor(properties)) {
      return BadTogether("'" + name + "' is for models, and this version has a processor",
                         "'" + name + "'='' takes it away");
    }
  }
  const auto sinker = properties.find("sinker.type");
  const bool has_table =
      properties.contains("sinker.table") || properties.contains("sinker.config.maxcompute.table");
  if (sinker != properties.end() && !sinker->second.empty() && !has_table) {
    return BadTogether("a sinker needs a table", "'sinker.table'='requests'");
  }
  return Status::Ok();
}

std::vector<std::string> IdleProperties(const ServiceVersion& version) {
  const std::map<std::string, std::string> properties = StoredProperties(version.properties);
  std::vector<std::string> idle;
  if (HasProcessor(properties)) return idle;
  for (const auto& [name, value] : properties) {
    const serving::PropertyRow* row = serving::FindProperty(name);
    if (row == nullptr || value.empty()) continue;
    if (row->use == serving::PropertyUse::kProcessors) idle.push_back(name);
  }
  return idle;
}

bool HasReleased(const Service& service) {
  return std::any_of(
      service.versions.begin(), service.versions.end(), [](const ServiceVersion& version) {
        return version.role == ServiceRole::kGrey || version.role == ServiceRole::kMirror;
      });
}

void ChangeMain(ServiceVersion changed, Service* service) {
  if (changed.properties == service->Main().properties) {
    service->Main() = std::move(changed);
    return;
  }
  changed.version = 0;
  UpdateMain(std::move(changed), service);
}

void KeepNumbers(const std::vector<store::ServiceInstance>& running, Service* service) {
  for (ServiceVersion& version : service->versions) {
    const auto count =
        std::count_if(running.begin(), running.end(), [&](const store::ServiceInstance& one) {
          return one.service_id == service->id && one.version == version.version &&
                 one.state != store::InstanceState::kDraining;
        });
    if (count > 0) version.instances = static_cast<int>(count);
  }
}

Status PutBack(const Service& before, const Service& made, Service* now) {
  if (now->updated_ms != made.updated_ms) return Status(Error{});
  now->token = before.token;
  now->running = before.running;
  now->properties = before.properties;
  now->versions = before.versions;
  return Status::Ok();
}

void UpdateMain(ServiceVersion version, Service* service) {
  ServiceVersion& old = service->Main();
  version.role = ServiceRole::kMain;
  version.weight = old.weight;
  version.replaced = old.version;
  Retire(old);
  service->versions.push_back(std::move(version));
  ForgetOld(service);
}

Status Release(ServiceVersion version, ServiceRole role, int weight, Service* service) {
  for (ServiceVersion* known : WithRole(role, service)) {
    if (known->model_id != version.model_id || known->model_version != version.model_version ||
        known->properties != version.properties ||
        (version.model_id == 0 && known->folder != version.folder)) {
      continue;
    }
    known->weight = weight;
    known->instances = version.instances;
    return ShareOut(service);
  }
  version.role = role;
  version.weight = weight;
  service->versions.push_back(std::move(version));
  return ShareOut(service);
}

Status ChangeWeight(ServiceRole role, int weight, Service* service) {
  const std::vector<ServiceVersion*> known = WithRole(role, service);
  if (known.empty()) {
    return Impossible("service " + service->name + " has no version beside the main one",
                      "RELEASE SERVICE " + service->name + " MODEL m VERSION 2 WEIGHT 10");
  }
  if (known.size() > 1) {
    return Impossible("service " + service->name + " has several versions beside the main one",
                      "name the model's version: RELEASE SERVICE " + service->name +
                          " MODEL m VERSION 2 WEIGHT 10");
  }
  known.front()->weight = weight;
  return ShareOut(service);
}

Status SwitchMain(std::optional<int64_t> number, Service* service) {
  ServiceVersion* chosen = nullptr;
  if (number.has_value()) {
    chosen = service->Version(*number);
    if (chosen == nullptr) {
      return Impossible("service " + service->name + " has no version " + std::to_string(*number),
                        "DESC SERVICE " + service->name + " lists them");
    }
    if (chosen->role == ServiceRole::kMain) {
      return Impossible("version " + std::to_string(*number) + " is the main version already", "");
    }
  } else {
    std::vector<ServiceVersion*> released = WithRole(ServiceRole::kGrey, service);
    if (released.empty()) released = WithRole(ServiceRole::kMirror, service);
    if (released.size() != 1) {
      return Impossible("service " + service->name +
                            (released.empty() ? " has no version beside the main one"
                                              : " has several versions beside the main one"),
                        "SWITCH SERVICE " + service->name + " TO VERSION n");
    }
    chosen = released.front();
  }
  ServiceVersion& old = service->Main();
  chosen->replaced = old.version;
  Retire(old);
  chosen->role = ServiceRole::kMain;
  return ShareOut(service);
}

Status RollBack(Service* service) {
  bool released = false;
  for (ServiceVersion& version : service->versions) {
    if (version.role != ServiceRole::kGrey && version.role != ServiceRole::kMirror) continue;
    Retire(version);
    released = true;
  }
  if (!released) {
    ServiceVersion& main = service->Main();
    ServiceVersion* before = service->Version(main.replaced);
    if (before == nullptr) {
      return Impossible("service " + service->name + " has no earlier version to go back to",
                        "DESC SERVICE " + service->name + " lists its versions");
    }
    // Until it has instances again, those of the one that goes have to answer.
    before->replaced = main.version;
    Retire(main);
    before->role = ServiceRole::kMain;
  }
  return ShareOut(service);
}

}  // namespace paisql::fleet
