#pragma once

// Applies statements to the versions of a service. These are pure functions over store::Service for
// ServiceCatalog::Change: an error leaves the service unchanged. Errors carry no place.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/services.h"

namespace paisql::fleet {

// The properties that a statement gives to a service and its versions.
struct ServiceProperties {
  std::optional<std::string> token;
  std::optional<int> instances;
  std::map<std::string, std::string> process;  // of a version
  std::map<std::string, std::string> kept;     // of the service
  std::map<std::string, std::string> scaling;  // likewise
  std::map<std::string, std::string> group;    // likewise
};
void Apply(const ServiceProperties& properties, store::Service* service);
void Apply(const ServiceProperties& properties, store::ServiceVersion* version);

// Gives the new version the instances and properties of the main version, except its processor.
store::ServiceVersion Inherit(const store::ServiceVersion& target,
                              const store::ServiceVersion& main);
// kInvalidCommand for properties of a version that fit neither each other nor what it serves.
Status CheckTogether(const store::ServiceVersion& version);
// The properties that mean nothing to what the version serves.
std::vector<std::string> IdleProperties(const store::ServiceVersion& version);

// Whether a version beside the main one gets requests or copies of them.
bool HasReleased(const store::Service& service);
// Makes a new main version of changes that a process takes over when it starts; all else changes
// at once.
void ChangeMain(store::ServiceVersion changed, store::Service* service);
// When the load stops deciding, there stay as many as there are.
void KeepNumbers(const std::vector<store::ServiceInstance>& running, store::Service* service);
// The service as it was before the change that `made` is; fails when it was changed since.
Status PutBack(const store::Service& before, const store::Service& made, store::Service* now);

// The version becomes the main one in the place of the one that was, which is kept to go back to.
// Released versions keep their shares. Of many
// retired versions the oldest are forgotten.
void UpdateMain(store::ServiceVersion version, store::Service* service);

// Beside the main version another one answers `weight` of 100 requests, or as a mirror gets copies
// of as many. One of the same model that has that role already gets the new weight.
// kInvalidCommand when the shares are more than 100.
Status Release(store::ServiceVersion version, store::ServiceRole role, int weight,
               store::Service* service);
// The same of the only version that has the role; kInvalidMetaOperation when there is not one.
Status ChangeWeight(store::ServiceRole role, int weight, store::Service* service);

// The version of this number, or the one that was released, becomes the main one.
// kInvalidMetaOperation when there is none, or several.
Status SwitchMain(std::optional<int64_t> number, store::Service* service);

// Takes released versions back; where there are none, the version that was main before becomes it
// again, so that a second time undoes the first. kInvalidMetaOperation when there is nothing to
// take back.
Status RollBack(store::Service* service);

}  // namespace paisql::fleet
