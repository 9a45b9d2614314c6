#pragma once

// Groups: services of a project that share an address and a token (serving/settings/group.h). There
// is a group as long as a service says that it is in it.

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "fleet/running_services.h"
#include "session/state.h"
#include "session/statements/services/find_service.h"
#include "session/statements/services/service_properties.h"
#include "store/services.h"
#include "syntax/service_statement.h"

namespace paisql::session {

// The group of the service, "" for none.
std::string GroupOf(const store::Service& service);

// Judges what the statement says of a group, of the service as it was before, nullptr for one that
// is deployed. A service that joins others begins with weight 0 unless it says one, so that it
// answers nobody by accident; one that is deployed into a group has its token unless it says one.
// kInvalidMetaOperation for a name that a service has or a group of another project,
// kInvalidCommand for a weight without a group.
Status JoinGroup(const syntax::ServiceStatement& statement, const store::Service* before,
                 ServiceProperties* properties, Run& run);
// kInvalidMetaOperation where a group has the name that a service is to get.
Status CheckNoGroup(const std::string& service, const SourceRange& range, Run& run);

// What the service does for its group.
struct GroupShare {
  std::string group;
  std::string share;  // "25 %"
};
// nullopt for one that is in none.
Result<std::optional<GroupShare>> GroupShareOf(const store::Service& service,
                                               const fleet::RunningServices& running, Run& run);

// Gives the service all requests of its group. kInvalidMetaOperation when none of its processes is
// ready to take them.
Status SwitchGroup(const store::Service& service, const SourceRange& range, Run& run);

// Gives what a service that leaves its group answered to those who stay, where none of them has a
// weight: they had none because it had, and nobody would answer. They share it by their processes.
// Gives those who stay; none where others have weights, or the service had none.
Result<std::vector<store::Service>> LeaveShare(const store::Service& leaving, Run& run);
// When the service stays after all.
void TakeShareBack(const std::vector<store::Service>& heirs, Run& run);

}  // namespace paisql::session
