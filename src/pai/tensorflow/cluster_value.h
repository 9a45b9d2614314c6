#pragma once

// The parameter `cluster`: which processes a distributed job has, as JSON (PAI's page "TensorFlow
// task parameters", cluster). Private to pai.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "jobs/spec/job_spec.h"

namespace paisql::pai {

struct Cluster {
  std::vector<jobs::RoleSpec> roles;  // ps, chief, worker, evaluator; those with processes
  std::vector<std::string> notes;     // what a user should know of the values that were taken
};

// kInvalidCommand, with begin and end of its range counting in `text`: a text that is not JSON, an
// unknown role or key, a value of another type or out of its range, a role without a count, no
// worker.
Result<Cluster> ParseCluster(std::string_view text);

}  // namespace paisql::pai
