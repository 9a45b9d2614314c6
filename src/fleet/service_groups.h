#pragma once

// Groups: services of a project that share an address and a token (serving/settings/group.h). A
// group exists as long as a service says that it is in it. Errors carry no place.

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "fleet/running_services.h"
#include "fleet/service_changes.h"
#include "store/services.h"

namespace paisql::fleet {

// The group of the service, "" for none.
std::string GroupOf(const store::Service& service);

// Judges what `properties` say of a group for the service, which has no id when it is deployed. A
// service that joins others begins with weight 0 unless it says one, so that it answers nobody by
// accident; one that is deployed into a group has its token unless it says one.
// kInvalidMetaOperation for a name that a service has or a group of another project,
// kInvalidCommand for a weight without a group.
Status JoinGroup(const store::Service& service, store::Catalog& catalog,
                 ServiceProperties* properties);
// kInvalidMetaOperation where a group has the name that a service is to get.
Status CheckNoGroup(const std::string& service, store::Catalog& catalog);

// The service's share in the work of its group.
struct GroupShare {
  std::string group;
  std::string share;  // "25 %"
};
// nullopt for one that is in none.
Result<std::optional<GroupShare>> GroupShareOf(const store::Service& service,
                                               const RunningServices& running,
                                               store::Catalog& catalog);

// kInvalidMetaOperation when none of the service's processes is ready to take requests.
Status CheckAnswers(const store::Service& service, store::Catalog& catalog);
// Gives the service all requests of its group.
Status SwitchGroup(const store::Service& service, store::Catalog& catalog);

// Gives what a service that leaves its group answered to those who stay, where none of them has a
// weight: they had none because it had, and nobody would answer. They share it by their processes.
// Gives those who stay; none where others have weights, or the service had none.
Result<std::vector<store::Service>> LeaveShare(const store::Service& leaving,
                                               store::Catalog& catalog);
// When the service stays after all.
void TakeShareBack(const std::vector<store::Service>& heirs, store::Catalog& catalog);

}  // namespace paisql::fleet
