#include "base/process/child_process.h"

#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace paisql {

Result<ChildProcess> ChildProcess::Start(const SpawnOptions& options) {
  PAISQL_ASSIGN(const pid_t pid, Spawn(options));
  ChildProcess child(pid);
  // Nobody else reaps it, so the number is still its own, also when it has ended already.
  child.exit_ = Descriptor(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
  if (!child.exit_.open()) return FileError("watch", options.command[0], errno);
  return child;
}

ChildProcess::~ChildProcess() {
  if (!running()) return;
  Kill();
  Wait();
}

void ChildProcess::Signal(int number) const {
  if (running()) kill(pid_, number);
}

void ChildProcess::Kill() const {
  if (running()) kill(-pid_, SIGKILL);
}

std::optional<int> ChildProcess::TakeStatus() {
  siginfo_t info{};
  const int looked = waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT);
  if (!running() || looked != 0 || info.si_pid == 0) return std::nullopt;
  return Wait();
}

int ChildProcess::Wait() {
  siginfo_t info{};
  while (waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
  }
  // Until it is reaped, its number is its group's and cannot be another's.
  Kill();
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = 0;
  exit_.Close();
  return status;
}

std::string EndText(int wait_status) {
  if (WIFSIGNALED(wait_status)) return SignalName(WTERMSIG(wait_status));
  return "exit status " + std::to_string(WEXITSTATUS(wait_status));
}

}  // namespace paisql
