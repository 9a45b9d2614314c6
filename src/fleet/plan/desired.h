#pragma once

// Derives the supervisor's wish from the catalog's services: which processes run, their arguments
// and settings, and how the front treats their requests.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "fleet/plan/fleet_step.h"
#include "serving/front/routes.h"
#include "serving/settings/group.h"
#include "serving/settings/properties.h"
#include "serving/settings/scaling.h"
#include "store/services.h"

namespace paisql::fleet {

// The arguments and settings that an instance of a version starts with.
struct Launch {
  std::string service;  // its name
  std::string version;  // digits
  std::string folder;   // of the model; of a processor what it is told of one, maybe nothing
  serving::ProcessOptions options;
  std::vector<std::pair<std::string, std::string>> settings;  // of serving/settings/settings.h
  int64_t grace_ms = 0;  // for what has been asked to be answered at the end

  // Two launches of one text are the same.
  std::string Text() const;
  // The program's arguments for a home. Everybody can see them (ps), so they leave out the
  // processor's configuration.
  std::vector<std::string> Arguments(const std::string& home) const;
};

struct DesiredService {
  ServiceWish wish;
  serving::ServiceRoute route;  // without versions
  std::map<int64_t, Launch> launches;
  serving::GroupPlace group;
  std::optional<serving::Scaling> scaling;  // none: the wish's numbers of instances hold
};

// A process uses only its version's properties, so a change of the service's properties changes no
// running process. This function skips properties that are not settings of an instance. It also
// skips values that a setting refuses: the statement that wrote them has reported them.
DesiredService DesiredOf(const store::Service& service);

// The groups of the services, for the table of their routes.
std::vector<serving::GroupRoute> GroupsOf(const std::vector<DesiredService>& services,
                                          const serving::RouteTable& table);

Result<std::vector<DesiredService>> ReadDesired(store::Catalog& catalog);

}  // namespace paisql::fleet
