#pragma once

// A job cut down to what its quota has. Statements are written for a cluster, and the machine here
// is mostly smaller; what it has less of is shared by the processes, and only what cannot be shared
// is left out.

#include <string>
#include <vector>

#include "base/result.h"
#include "jobs/spec/job_spec.h"
#include "jobs/spec/quota.h"

namespace paisql::jobs {

// The least that a process needs to run beside the others: below this its cores and its memory
// cannot be shared any further. A process that has imported TensorFlow holds this much memory.
inline constexpr int kLeastCpu = kWholeCore / 10;
inline constexpr int64_t kLeastMemoryMb = 500;

struct FittedJob {
  std::vector<RoleSpec> roles;  // in the order that was given; none is left out
  Demand demand;
  std::string note;  // one line for people; "" where the statement gets what it asks for
};

// The processes that run. With `fit` a process may use no more than the quota has, which is said as
// the demand and its limits, and processes of one kind become fewer where even their least is more
// than there is: ps and workers in proportion, never none of a kind, and not one worker where there
// were several, because a script may give each a work of its own. Without `fit`, kInvalidCommand
// with the numbers for a job that asks for more than the quota has.
Result<FittedJob> FitJob(const std::vector<RoleSpec>& roles, const Quota& quota, bool fit);

}  // namespace paisql::jobs
