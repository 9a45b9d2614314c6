#pragma once

// Reads a job's supervisor from its row in the catalog. Private to jobs.

#include <string>

#include "base/process/process.h"
#include "store/home/home.h"
#include "store/types.h"

namespace paisql::jobs {

// Waits a moment before somebody looks again at a job whose supervisor is being started.
void PauseForStart();

// Whether somebody holds the lease of this name, or it cannot be told: a job whose lease nobody
// holds has no supervisor any more. A name that would lead out of the folder of leases, in a home
// from elsewhere, is nobody's.
bool IsLeaseHeld(const store::Home& home, const std::string& lease);

// As the job's row has it.
ProcessIdentity SupervisorOf(const store::Job& job);

}  // namespace paisql::jobs
