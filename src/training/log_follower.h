#pragma once

// Hands on what is appended to a job's log, and how its processes are, until the job's supervisor
// ends. Private to training.

#include <stop_token>

#include "base/process.h"
#include "base/result.h"
#include "training/job_directory.h"

namespace paisql::training {

// Gives the chief's log from its first byte on, as it comes; sleeps in between. True when the
// supervisor has ended and all has been handed on, false when the stop token ended the following. A
// supervisor that has ended before the call is fine.
Result<bool> FollowLog(const JobPlaces& places, const ProcessIdentity& supervisor,
                       JobObserver& observer, std::stop_token stop);

}  // namespace paisql::training
