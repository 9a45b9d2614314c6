#pragma once

// The services of a home as they are now: which instances run, in what state a service is, and at
// which address it answers.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/services.h"

namespace paisql::fleet {

// The instances of the home's services that run now. The list is empty without a supervisor.
struct RunningServices {
  std::optional<store::Fleet> fleet;
  bool supervised = false;
  std::vector<store::ServiceInstance> instances;

  int Ready(int64_t service_id, int64_t version) const;
  // Counts the instances that are not about to end.
  int Kept(int64_t service_id, int64_t version) const;
};
Result<RunningServices> ReadRunning(store::Catalog& catalog);

// Whether a process has to run for it as long as it is not stopped.
bool HasInstances(const store::Service& service);

// Names the server of requests: a processor, maybe with a model, or a model.
std::string ServedText(const store::ServiceVersion& version);

// "2/3": of the processes that there are to be those that are ready. Where the load says how many,
// they are those that there are.
std::string ReadyText(const store::Service& service, const store::ServiceVersion& version,
                      const RunningServices& running);

// The claims of running processes on the home's quota.
struct Claims {
  int64_t cpu = 0;  // hundredths of a core
  int64_t memory_mb = 0;
};
Claims ClaimsOf(const store::Service& service, const store::ServiceVersion& version,
                const RunningServices& running);
Claims ClaimsOf(const store::Service& service, const RunningServices& running);

// The platform's words: Running, Updating, Waiting, Failed, Stopped.
std::string_view ServiceStateName(const store::Service& service, const RunningServices& running);
// "http://127.0.0.1:40123/api/predict/churn", "" while nothing listens.
std::string ServiceAddress(const store::Service& service, const RunningServices& running);
// The same of any name, such as a group's.
std::string PredictAddress(const std::string& name, const RunningServices& running);

}  // namespace paisql::fleet
