#include "fleet/service_changes.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

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

Error Impossible(std::string detail, std::string hint) {
  return {ErrorCode::kInvalidMetaOperation, std::move(detail), {}, std::move(hint)};
}

}  // namespace

void UpdateMain(ServiceVersion version, Service* service) {
  ServiceVersion& old = service->Main();
  version.role = ServiceRole::kMain;
  version.weight = old.weight;
  version.replaced = old.version;
  Retire(old);
  service->versions.push_back(std::move(version));
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

void ForgetOld(Service* service) {
  const auto old = [](const ServiceVersion& one) { return one.role == ServiceRole::kRetired; };
  while (service->versions.size() > kKeptVersions) {
    const auto oldest = std::find_if(service->versions.begin(), service->versions.end(), old);
    if (oldest == service->versions.end()) return;
    service->versions.erase(oldest);
  }
}

}  // namespace paisql::fleet
