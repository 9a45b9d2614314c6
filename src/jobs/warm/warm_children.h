#pragma once

// The supervisor's side of a warm start: Python processes that have imported TensorFlow already and
// wait for their orders. They are children of this process from before it was the supervisor: the
// warm process forked what became both (src/python/paisql/warm/server.py). Private to jobs.

#include <deque>
#include <optional>
#include <string>

#include "base/files/files.h"
#include "base/process/process.h"
#include "base/result.h"

namespace paisql::jobs {

// Names the children, "descriptor:pid,…", or why there are none, "cold: …". Who starts a supervisor
// by way of a warm process sets it.
inline constexpr const char* kWarmVariable = "PAISQL_WARM_CHILDREN";

class WarmChildren {
 public:
  WarmChildren() = default;
  // The warm children that this process was started with. Takes the variable out of the
  // environment.
  static WarmChildren FromEnvironment();

  // Makes the next child the process that Spawn(options) would start, and gives its pid; nullopt
  // when Spawn has to. It is Spawn's error when the process could not be started at all. `name` is
  // the process's, for the supervisor's log: how each process was started, and why cold, stands
  // there.
  Result<std::optional<pid_t>> Start(const std::string& name, const SpawnOptions& options);

 private:
  struct Child {
    Descriptor channel;  // its end is the child's, until the child has its orders
    pid_t pid = 0;
  };

  std::deque<Child> children_;
  std::string why_cold_;  // "" when there was no warm process, too
};

}  // namespace paisql::jobs
