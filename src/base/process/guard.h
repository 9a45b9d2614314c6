#pragma once

// A small process above another one, which ends all that the other leaves behind, however that
// hides itself: in a session of its own, with nothing in its environment, in the background. Jobs
// have one of their own (training/supervise/guardian.h).

#include <sys/types.h>

#include <cstddef>

#include "base/process/process.h"
#include "base/result.h"

namespace paisql {

// Of what a guarded process prints so much is kept, and the end of the rest.
inline constexpr size_t kGuardedOutput = 64UL << 20;

// What tells a guard to end all that it guards at once, and itself.
int GuardEndSignal();

// Starts the command under a guard: the process that is given back. The command leads a process
// group of its own, to which the guard passes SIGTERM, SIGINT and SIGHUP on. When the command ends,
// when the caller does or when GuardEndSignal comes, the guard kills what is left: but for
// processes of this program that outlive a session, which are jobs and services. It ends as the
// command has ended; with 127, and the reason in the output, where that cannot be started. Of the
// options it takes command, environment, folder and output.
Result<pid_t> SpawnGuarded(const SpawnOptions& options);

// Makes this process the guard of a child, which returns from here and goes on in its place, in a
// process group of its own; the guard never returns, and does what is said above. The process has
// one thread yet.
Status ContinueGuarded();

}  // namespace paisql
