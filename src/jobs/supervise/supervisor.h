#pragma once

// The bodies of the processes that look after a job: this same program, started with flags of its
// own, so that a job outlives the session that started it.

#include <sys/types.h>

#include <string>

#include "jobs/spec/runtime.h"

namespace paisql::jobs {

// Names the descriptor on which a supervisor writes one byte when the job runs. Who starts one sets
// it, so without it --supervise means nothing.
inline constexpr const char* kReadyVariable = "PAISQL_READY_FD";

// The body of `paisql --supervise DIR --lease-fd N`: runs the job in DIR to its end, commits its
// outputs when it succeeded, and writes its state into the catalog. `lease_descriptor` is the
// inherited lease. Returns the exit status.
int RunSupervisor(const std::string& job_directory, int lease_descriptor,
                  const Installation& installation);

// The body of `paisql --guard PID`: of the process above a supervisor (supervise/guardian.h), its
// child, which a warm process has made. Ends when that and all that it has left have ended.
void RunGuardian(pid_t supervisor);

}  // namespace paisql::jobs
