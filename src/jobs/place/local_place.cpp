#include "jobs/place/local_place.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <set>

#include "base/process/process.h"
#include "base/process/process_usage.h"
#include "base/system/clock.h"
#include "jobs/machine/control_group.h"
#include "jobs/machine/machine.h"
#include "jobs/place/wait_status.h"

namespace paisql::jobs {

namespace {

// A chatty script prints on while the supervisor sleeps.
constexpr int kOutputPipeBytes = 1024 * 1024;
constexpr size_t kOutputBytes = kOutputPipeBytes;  // that are read before other things
constexpr size_t kProgressBytes = 64 * 1024;
constexpr int64_t kCardsMs = 15'000;
// Between two rounds of making processes end, for those that were born in between.
constexpr int64_t kFirmStepMs = 50;

}  // namespace

LocalPlace::LocalPlace(const JobContext& job, store::Catalog& catalog, EventLoop& loop,
                       WarmChildren warm)
    : job_(job),
      loop_(loop),
      queue_(catalog, job.file.id, job.file.lease, job.file.priority, job.file.demand,
             job.file.quota),
      resources_(job.file.id, FolderForJobGroups(), job.places.GroupFile()),
      warm_(std::move(warm)) {}

Status LocalPlace::Prepare(std::vector<ProcessPlan>* plans, PlaceEvents& events) {
  events_ = &events;
  // First the ends of processes: when what follows fails, Stop waits for warm children.
  PAISQL_TRY(WatchSignals());
  for (ProcessPlan& plan : *plans) {
    if (job_.file.distributed && plan.role != "evaluator") {
      PAISQL_ASSIGN(HeldPort port, HeldPort::Take());
      plan.address = port.address();
      ports_.push_back(std::move(port));
    }
    PAISQL_ASSIGN(OutputPipe output, OutputPipe::Make(kOutputPipeBytes));
    PAISQL_ASSIGN(OutputPipe progress, OutputPipe::Make(0));
    children_.push_back({plan, std::move(output), std::move(progress)});
  }
  for (Child& child : children_) {
    child.output_watch = Watch(child.output.output(), [this, &child] { PumpOutput(child); });
    child.progress_watch = Watch(child.progress.output(), [this, &child] { PumpProgress(child); });
  }
  return Status::Ok();
}

EventLoop::Watch LocalPlace::Watch(int descriptor, std::function<void()> ready) {
  return loop_.Add(descriptor, EventLoop::Interest::kRead, std::move(ready));
}

Status LocalPlace::WatchSignals() {
  PAISQL_ASSIGN(SignalSource signals, SignalSource::Open({SIGCHLD, kRoomSignal}));
  signals_.emplace(std::move(signals));
  watches_.push_back(Watch(signals_->descriptor(), [this] {
    for (const int number : signals_->Take()) ended_ = ended_ || number == SIGCHLD;
  }));
  PAISQL_ASSIGN(Bell bell, Bell::Make());
  bell_.emplace(std::move(bell));
  watches_.push_back(Watch(bell_->descriptor(), [this] { bell_->Silence(); }));
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

Result<ProcessHandle> LocalPlace::Start(const std::vector<ProcessPlan>& all,
                                        const ProcessPlan& own) {
  const auto child = std::find_if(children_.begin(), children_.end(), [&own](const Child& one) {
    return one.plan.Name() == own.Name();
  });
  if (child->handle != ProcessHandle::kNone) SignalLeftovers(child->plan, SIGKILL);
  PAISQL_ASSIGN(child->pid, Launch(all, own, *child));
  child->handle = ProcessHandle{++last_handle_};
  child->told = false;
  return child->handle;
}

Result<pid_t> LocalPlace::Launch(const std::vector<ProcessPlan>& all, const ProcessPlan& own,
                                 const Child& child) {
  ProcessPlan plan = own;
  const auto index = static_cast<size_t>(
      std::find_if(all.begin(), all.end(),
                   [&own](const ProcessPlan& one) { return one.Name() == own.Name(); }) -
      all.begin());
  if (index < queue_.cards().size()) plan.cards = queue_.cards()[index];
  if (plan.cards.size() == 1) plan.card_share = job_.file.demand.gpus[index];
  SpawnOptions options = LaunchOptions(job_, all, plan);
  options.streams = {-1, child.output.input(), child.output.input()};
  options.inherited = {child.progress.input()};
  resources_.Apply(own, &options);
  PAISQL_ASSIGN(const std::optional<pid_t> warm, warm_.Start(own.Name(), options));
  return warm.has_value() ? Result<pid_t>(*warm) : Spawn(options);
}

void LocalPlace::TidyUp(ProcessHandle ended) {
  if (const Child* child = Find(ended)) SignalLeftovers(child->plan, SIGTERM);
}

LocalPlace::Child* LocalPlace::Find(ProcessHandle handle) {
  const auto found = std::find_if(children_.begin(), children_.end(),
                                  [handle](const Child& one) { return one.handle == handle; });
  return found == children_.end() ? nullptr : &*found;
}

void LocalPlace::PumpOutput(const Child& child) {
  child.output.Pump(kOutputBytes,
                    [&](std::string_view bytes) { events_->OnOutput(child.handle, bytes); });
}

void LocalPlace::PumpProgress(const Child& child) {
  child.progress.Pump(kProgressBytes,
                      [&](std::string_view bytes) { events_->OnProgress(child.handle, bytes); });
}

bool LocalPlace::TellStarts() {
  bool any = false;
  for (Child& child : children_) {
    if (child.told) continue;
    child.told = true;
    any = true;
    events_->OnStarted(child.handle, "pid " + std::to_string(child.pid));
  }
  return any;
}

Status LocalPlace::Wait(int64_t deadline_ms) {
  // News that is there already is not waited for.
  PAISQL_TRY(loop_.Turn(TellStarts() ? 0 : deadline_ms));
  if (std::exchange(ended_, false)) Reap();
  return Status::Ok();
}

void LocalPlace::Wake() {
  if (bell_.has_value()) bell_->Ring();
}

std::vector<LocalPlace::Exit> LocalPlace::TakeExits() {
  std::vector<Exit> exits;
  while (true) {
    int status = 0;
    const pid_t pid = waitpid(-1, &status, WNOHANG);
    if (pid < 0 && errno == EINTR) continue;
    if (pid <= 0) return exits;
    const auto child = std::find_if(children_.begin(), children_.end(),
                                    [pid](const Child& one) { return one.pid == pid; });
    // Processes that were left running end here, too.
    if (child == children_.end()) continue;
    child->pid = 0;
    exits.push_back({&*child, status});
  }
}

void LocalPlace::Reap() {
  std::vector<Exit> exits = TakeExits();
  // Which of them was the first is not known, and a server may end badly because its workers have
  // ended well.
  std::stable_partition(exits.begin(), exits.end(),
                        [](const Exit& exit) { return exit.status == 0; });
  for (const Exit& exit : exits) {
    const Child& child = *exit.child;
    // Its last output is still in the pipe; no more is read, because others may print without
    // end.
    PumpOutput(child);
    PumpProgress(child);
    events_->OnEnded(child.handle, EndOfStatus(exit.status, resources_.KernelKill(child.plan)));
  }
}

void LocalPlace::Stop(int64_t grace_ms) {
  const int64_t deadline = SteadyMs() + grace_ms;
  TellStarts();
  Reap();
  if (AnyLeft()) SignalAll(SIGTERM);
  while (AnyLeft()) {
    const bool firm = SteadyMs() >= deadline;
    if (firm) SignalAll(SIGKILL);
    const int64_t until = firm ? SteadyMs() + kFirmStepMs : deadline;
    // Whatever the kernel refuses, no process may be left.
    if (!loop_.Turn(until).ok()) AwaitReadable(-1, SteadyMs() + kFirmStepMs);
    Reap();
  }
  for (const Child& child : children_) {
    PumpOutput(child);
    PumpProgress(child);
  }
}

bool LocalPlace::AnyLeft() {
  siginfo_t info{};
  // The supervisor inherits what its children leave behind, so nothing of the job is elsewhere.
  return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

void LocalPlace::SignalAll(int number) {
  // By groups, whose members get it at once, so that nobody goes on by forking faster than this
  // looks, and each gets it once. A descendant's group has none but descendants: it is of this
  // session, or of a younger one. Until it is reaped, a process's number is its group's and cannot
  // be another's.
  std::set<pid_t> groups;
  for (const Child& child : children_) {
    if (child.pid > 0) groups.insert(child.pid);
  }
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

std::vector<ProcessUsage> LocalPlace::Usages() {
  std::vector<pid_t> pids;
  for (const Child& child : children_) {
    if (child.pid > 0) pids.push_back(child.pid);
  }
  const std::map<pid_t, TreeUsage> trees = UsageOfTrees(pids);
  std::vector<ProcessUsage> usages;
  for (const Child& child : children_) {
    const auto tree = trees.find(child.pid);
    if (child.pid == 0 || tree == trees.end() || tree->second.processes == 0) continue;
    usages.push_back({child.handle, tree->second.cpu_ms, tree->second.memory_bytes});
  }
  // The driver's tool takes a while to answer.
  if (usages.empty() || cards_.empty() || SteadyMs() < next_cards_ms_) return usages;
  const CardLoad load = LoadOfCards(cards_);
  asking_ms_ += load.asking_cpu_ms;
  usages.front().gpu = load.busy;
  next_cards_ms_ = SteadyMs() + kCardsMs;
  return usages;
}

}  // namespace paisql::jobs
