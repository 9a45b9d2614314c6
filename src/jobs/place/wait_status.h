#pragma once

// Translates the kernel's status of an ended process into the types of jobs/place/process_end.h.
// Private to jobs.

#include "jobs/place/process_end.h"

namespace paisql::jobs {

// `status` is as waitpid gives it; `memory` says what the kernel has killed for memory meanwhile,
// which counts for a process that was killed.
ProcessEnd EndOfStatus(int status, MemoryKill memory);

}  // namespace paisql::jobs
