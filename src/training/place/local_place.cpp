#include "training/place/local_place.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <set>

#include "base/system/process.h"
#include "base/system/steady_clock.h"
#include "training/machine/control_group.h"
#include "training/machine/machine.h"

namespace paisql::training {

LocalPlace::LocalPlace(const JobContext& job, store::Catalog& catalog, WarmChildren warm)
    : job_(job),
      queue_(catalog, job.file.id, job.file.lease, job.file.priority, job.file.demand,
             job.file.quota),
      resources_(job.file.id, FolderForJobGroups(), job.places.GroupFile()),
      warm_(std::move(warm)) {}

Status LocalPlace::Prepare(std::vector<ProcessPlan>* plans) {
  for (ProcessPlan& plan : *plans) {
    if (!job_.file.distributed || plan.role == "evaluator") continue;
    PAISQL_ASSIGN(HeldPort port, HeldPort::Take());
    plan.address = port.address();
    ports_.push_back(std::move(port));
  }
  return Status::Ok();
}

Result<Admission> LocalPlace::Ask() {
  PAISQL_ASSIGN(Admission admission, queue_.Ask());
  if (admission.granted) {
    for (const std::vector<int>& cards : queue_.cards()) {
      cards_.insert(cards_.end(), cards.begin(), cards.end());
    }
    looked_ms_ = SteadyMs();
  }
  return admission;
}

std::string LocalPlace::LimitsText() const {
  const bool limited =
      std::any_of(job_.file.roles.begin(), job_.file.roles.end(),
                  [](const RoleSpec& role) { return role.cpu > 0 || role.memory_mb > 0; });
  return limited ? resources_.Text() : "";
}

Result<pid_t> LocalPlace::Start(const std::vector<ProcessPlan>& all, const ProcessPlan& own,
                                const ProcessStreams& streams) {
  ProcessPlan plan = own;
  const auto index = static_cast<size_t>(
      std::find_if(all.begin(), all.end(),
                   [&own](const ProcessPlan& one) { return one.Name() == own.Name(); }) -
      all.begin());
  if (index < queue_.cards().size()) plan.cards = queue_.cards()[index];
  if (plan.cards.size() == 1) plan.card_share = job_.file.demand.gpus[index];
  SpawnOptions options = LaunchOptions(job_, all, plan);
  options.streams = {-1, streams.output, streams.output};
  options.inherited = {streams.progress};
  resources_.Apply(own, &options);
  PAISQL_ASSIGN(const std::optional<pid_t> warm, warm_.Start(own.Name(), options));
  return warm.has_value() ? Result<pid_t>(*warm) : Spawn(options);
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
  // By groups, whose members get it at once, so that nobody goes on by forking faster than this
  // looks, and each gets it once. A descendant's group has none but descendants: it is of this
  // session, or of a younger one. Until it is reaped, a process's number is its group's and cannot
  // be another's.
  std::set<pid_t> groups(processes.begin(), processes.end());
  for (const pid_t pid : Descendants()) {
    const pid_t group = getpgid(pid);
    if (group > 1 && group != getpgrp()) {
      groups.insert(group);
    } else {
      kill(pid, number);
    }
  }
  for (const pid_t group : groups) kill(-group, number);
}

void LocalPlace::SignalLeftovers(const ProcessPlan& plan, int number) {
  const std::string mark = ProcessMark(plan);
  for (const pid_t pid : Descendants()) {
    if (HasInEnvironment(pid, mark)) kill(pid, number);
  }
  // Also those with an environment of their own.
  if (number == SIGKILL) resources_.EndLeftovers(plan);
}

int64_t LocalPlace::ComputedMs() {
  // A GPU that computes for long needs little of the CPU.
  const int64_t now = SteadyMs();
  constexpr int kPercent = 100;
  const CardLoad load = LoadOfCards(cards_);
  card_ms_ += (now - looked_ms_) * load.busy / kPercent;
  asking_ms_ += load.asking_cpu_ms;
  looked_ms_ = now;
  return DescendantsCpuMs() - asking_ms_ + card_ms_;
}

MemoryKill LocalPlace::KernelKill(const ProcessPlan& plan) const {
  return resources_.KernelKill(plan);
}

}  // namespace paisql::training
