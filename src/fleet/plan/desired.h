#pragma once

// What the catalog's services mean to their supervisor: what runs, with what it is started, and how
// the front treats its requests.

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "fleet/plan/fleet_step.h"
#include "serving/front/routes.h"
#include "store/services.h"

namespace paisql::fleet {

// With what an instance of a version is started.
struct Launch {
  std::string service;                                        // its name
  std::string version;                                        // digits
  std::string folder;                                         // of the model
  std::vector<std::pair<std::string, std::string>> settings;  // of serving/service/settings.h
  int64_t grace_ms = 0;  // for what has been asked to be answered at the end

  // Two launches of one text are the same.
  std::string Text() const;
};

struct DesiredService {
  ServiceWish wish;
  serving::ServiceRoute route;  // without versions
  std::map<int64_t, Launch> launches;
};

// Properties that are no settings of an instance are others' business. A value that a setting does
// not take is left out: the statement that wrote it has judged it.
DesiredService DesiredOf(const store::Service& service);

Result<std::vector<DesiredService>> ReadDesired(store::Catalog& catalog);

}  // namespace paisql::fleet
