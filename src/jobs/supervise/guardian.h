#pragma once

// The process above a supervisor. The kernel gives it what a killed supervisor leaves behind,
// however that has hidden itself: in a session of its own, with nothing in its environment, with
// nothing open. It ends all that, and then itself. It knows nothing of the job. Private to
// jobs.

#include "base/result.h"

namespace paisql::jobs {

// Makes the calling process, which has one thread, two: returns in the supervisor, a new process in
// a session of its own, and never in its guardian. The caller itself ends with status 0.
Status BeginGuarded();

}  // namespace paisql::jobs
