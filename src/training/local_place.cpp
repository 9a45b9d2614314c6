#include "training/local_place.h"

#include <sys/wait.h>

#include <cerrno>
#include <csignal>

#include "base/process.h"

namespace paisql::training {

LocalPlace::LocalPlace(const JobContext& job)
    : job_(job), resources_(job.file.id, ResourceLimits::DelegatedFolder()) {}

Status LocalPlace::Prepare(std::vector<ProcessPlan>* plans) {
  for (ProcessPlan& plan : *plans) {
    if (!job_.file.distributed || plan.role == "evaluator") continue;
    PAISQL_ASSIGN(HeldPort port, HeldPort::Take());
    plan.address = port.address();
    ports_.push_back(std::move(port));
  }
  return Status::Ok();
}

Result<Admission> LocalPlace::Ask() { return Admission{true, "", 0}; }

Result<pid_t> LocalPlace::Start(const std::vector<ProcessPlan>& all, const ProcessPlan& own,
                                const ProcessStreams& streams) {
  SpawnOptions options = LaunchOptions(job_, all, own);
  options.streams = {-1, streams.output, streams.output};
  options.inherited = {streams.progress};
  resources_.Apply(own, &options);
  return Spawn(options);
}

std::optional<ProcessExit> LocalPlace::Reap() {
  while (true) {
    ProcessExit exit;
    exit.pid = waitpid(-1, &exit.status, WNOHANG);
    if (exit.pid > 0) return exit;
    if (exit.pid < 0 && errno == EINTR) continue;
    return std::nullopt;
  }
}

bool LocalPlace::AnyLeft() {
  siginfo_t info{};
  // The supervisor inherits what its children leave behind, so nothing of the job is elsewhere.
  return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

void LocalPlace::SignalAll(const std::vector<pid_t>& processes, int number) {
  // Until it is reaped, a process's number is its group's and cannot be another's.
  for (const pid_t pid : processes) kill(-pid, number);
  for (const pid_t pid : Descendants()) kill(pid, number);
}

void LocalPlace::SignalLeftovers(const ProcessPlan& plan, int number) {
  const std::string mark = ProcessMark(plan);
  for (const pid_t pid : Descendants()) {
    if (HasInEnvironment(pid, mark)) kill(pid, number);
  }
}

int64_t LocalPlace::ComputedMs() { return DescendantsCpuMs(); }

MemoryKill LocalPlace::KernelKill(const ProcessPlan& plan) const {
  return resources_.KernelKill(plan);
}

}  // namespace paisql::training
