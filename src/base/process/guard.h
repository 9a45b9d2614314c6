#pragma once

// A small process above another one. It ends every process that the other leaves behind, also one
// with a session of its own, with an empty environment, or in the background. Jobs have a guardian
// of their own (jobs/supervise/guardian.h).

#include <sys/types.h>

#include <cstddef>

#include "base/process/process.h"
#include "base/result.h"

namespace paisql {

// So many bytes of a guarded process's output are kept, and the end of the rest.
inline constexpr size_t kGuardedOutput = 64UL << 20;

// The signal that makes a guard end at once everything that it guards, and itself.
int GuardEndSignal();

// Starts the command under a guard and returns the guard's process. The command leads a process
// group of its own, to which the guard passes SIGTERM, SIGINT and SIGHUP on. When the command ends,
// when the caller does or when GuardEndSignal comes, the guard kills what is left, except
// processes of this program that outlive a session: jobs and services. It ends with the command's
// status, or with 127 and the reason in the output when the command cannot start. It takes these
// options: command, environment, folder and output.
Result<pid_t> SpawnGuarded(const SpawnOptions& options);

// Makes this process the guard of a child, which returns from here and goes on in its place, in a
// process group of its own; the guard never returns, and does what is said above. The process has
// one thread yet.
Status ContinueGuarded();

}  // namespace paisql
