#include "jobs/supervise/guardian.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "base/process/process.h"
#include "jobs/supervise/supervisor.h"

namespace paisql::jobs {

namespace {

// The lease above all: who holds it is the job's supervisor.
void CloseAll() {
  syscall(SYS_close_range, 0, ~0U, 0);
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
    (void)open("/dev/null", O_RDWR);
  }
}

}  // namespace

void RunGuardian(pid_t supervisor) {
  CloseAll();
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  while (true) {
    const pid_t ended = waitpid(-1, nullptr, 0);
    if (ended == supervisor || (ended < 0 && errno != EINTR)) break;
  }
  // A supervisor that ends by itself leaves nobody. Those who are born in the meantime get theirs
  // in the next round.
  while (true) {
    for (const pid_t pid : Descendants()) kill(pid, SIGKILL);
    pid_t ended = waitpid(-1, nullptr, 0);
    if (ended < 0 && errno != EINTR) return;
    while (ended > 0) ended = waitpid(-1, nullptr, WNOHANG);
  }
}

Status BeginGuarded() {
  const auto failure = [] { return FileError("start", "the supervisor", errno); };
  const pid_t guardian = fork();
  if (guardian < 0) return failure();
  if (guardian > 0) _exit(0);
  // Before there is anybody to be left behind.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  const pid_t supervisor = fork();
  if (supervisor < 0) return failure();
  if (supervisor > 0) {
    RunGuardian(supervisor);
    _exit(0);
  }
  setsid();
  return Status::Ok();
}

}  // namespace paisql::jobs
