#pragma once

// Starts the supervisor of a job, by way of a warm process where there is one. Private to jobs.

#include "jobs/job/job_directory.h"
#include "jobs/warm/warm_python.h"

namespace paisql::jobs {

// The descriptors and the environment that the supervisor inherits beside its folder.
struct SupervisorInput {
  int lease = -1;   // the lease's descriptor
  int values = -1;  // jobs/job/job_values.h
  bool whole_environment = false;
};

// Returns when the supervisor has said that it has taken the job over. `warm` may be null; a warm
// process that has died or does not answer is as good as none.
Status StartSupervisor(const Installation& installation, const JobPlaces& places,
                       const SupervisorInput& input, WarmPython* warm, const WarmRequest& request);

}  // namespace paisql::jobs
