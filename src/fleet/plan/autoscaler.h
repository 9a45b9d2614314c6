#pragma once

// Decides how many instances a version has when their number follows the load
// (serving/settings/scaling.h). Only the supervisor's thread uses it; times come from SteadyMs.
//
// The rule, which is that of Kubernetes' horizontal scaler: as many instances as the load needs at
// what one is to have, where a tenth more or less changes nothing; more of them when the smallest
// need of the window for growing is more, fewer when the largest of the window for shrinking is
// less. An unknown load never takes instances away. A version begins with its present instances. A
// version that becomes the main one begins with at least as many instances as the version that it
// replaces.

#include <cstdint>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "fleet/plan/desired.h"
#include "fleet/plan/fleet_step.h"
#include "fleet/plan/load_meter.h"

namespace paisql::fleet {

// A version of a service: service_id, version.
using VersionKey = std::pair<int64_t, int64_t>;

class Autoscaler {
 public:
  // Requests that a version has answered since somebody counts.
  void SeeRequests(const VersionKey& version, int64_t total, int64_t now_ms);
  // The CPU time that an instance has used, with its helpers.
  void SeeCpu(const InstanceKey& instance, int64_t cpu_ms, int64_t now_ms);

  // Sets the numbers of instances in the wishes, which are those of `desired` in its order.
  void Apply(const std::vector<DesiredService>& desired, const std::vector<InstanceSeen>& seen,
             int64_t now_ms, std::vector<ServiceWish>* wishes);

 private:
  struct Need {
    int64_t instances = 0;
    int64_t at_ms = 0;
  };
  struct Scaled {
    VersionRole role = VersionRole::kRetired;
    int64_t instances = 0;
    std::deque<Need> needs;  // of the longer window, the oldest first
    int64_t decided_ms = 0;
  };

  void Follow(const DesiredService& service, const std::vector<InstanceSeen>& seen, int64_t now_ms,
              ServiceWish* wish);
  void Decide(const VersionKey& version, const DesiredService& service,
              const std::vector<InstanceSeen>& seen, int64_t now_ms, Scaled* scaled) const;
  // The cores that those instances of a version keep busy which are ready, as far as is known.
  struct Busy {
    double cores = 0;
    bool all_known = true;
  };
  Busy BusyOf(const VersionKey& version, const std::vector<InstanceSeen>& seen,
              int64_t now_ms) const;

  std::map<VersionKey, Scaled> scaled_;
  std::map<VersionKey, LoadMeter> requests_;
  std::map<InstanceKey, LoadMeter> cpu_ms_;
};

}  // namespace paisql::fleet
