#pragma once

// The services that statements name, and how they are.

#include <string>
#include <vector>

#include "base/result.h"
#include "session/state.h"
#include "store/services.h"

namespace paisql::session {

// "churn", or "other.churn" of another project.
struct ServiceName {
  std::string project;
  std::string name;
};
ServiceName ReadServiceName(std::string_view written, Run& run);

// kResourceNotFound with the nearest names.
Result<store::Service> FindService(const ServiceName& name, const SourceRange& range, Run& run);

// What runs of the home's services now. Instances are none when nobody looks after them.
struct RunningServices {
  std::optional<store::Fleet> fleet;
  bool supervised = false;
  std::vector<store::ServiceInstance> instances;

  int Ready(int64_t service_id, int64_t version) const;
  // Those that are not about to end.
  int Kept(int64_t service_id, int64_t version) const;
};
Result<RunningServices> ReadRunning(Run& run);

// Whether a process has to run for it as long as it is not stopped.
bool HasInstances(const store::Service& service);

// The platform's words: Running, Updating, Waiting, Failed, Stopped.
std::string_view ServiceStateName(const store::Service& service, const RunningServices& running);
// "http://127.0.0.1:40123/api/predict/churn", "" while nothing listens.
std::string ServiceAddress(const store::Service& service, const RunningServices& running);
// The same of any name, such as a group's.
std::string PredictAddress(const std::string& name, const RunningServices& running);

}  // namespace paisql::session
