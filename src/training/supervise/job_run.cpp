#include "training/supervise/job_run.h"

#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <limits>

#include "base/system/steady_clock.h"

namespace paisql::training {

namespace {

// How long processes that were asked to end may take before they are made to.
constexpr int64_t kGraceMs = 5000;
constexpr int64_t kFirmStepMs = 50;
constexpr int64_t kMsInSecond = 1000;
constexpr size_t kPumpBytes = 1024 * 1024;  // before other things are looked at
constexpr int64_t kNever = std::numeric_limits<int64_t>::max();

sigset_t SupervisedSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int number : {SIGCHLD, SIGTERM, SIGINT, SIGHUP, SIGUSR1}) sigaddset(&signals, number);
  return signals;
}

}  // namespace

void BlockSupervisedSignals() {
  const sigset_t signals = SupervisedSignals();
  sigprocmask(SIG_BLOCK, &signals, nullptr);
}

ProcessState RoleProcess::Describe() const {
  constexpr const char* kNames[] = {"waiting", "running", "ended"};  // in the order of State
  ProcessState state{progress_, pid_, plan_.address};
  state.progress.role = plan_.role;
  state.progress.index = plan_.index;
  state.progress.state = kNames[static_cast<size_t>(state_)];
  state.progress.restarts = restarts_;
  return state;
}

JobRun::JobRun(const JobContext& job, Place& place, JobTurns turns)
    : job_(job), places_(job.places), file_(job.file), place_(place), turns_(std::move(turns)) {}

JobOutcome JobRun::Run() {
  const Status begun = Begin();
  if (begun.ok()) {
    Supervise();
  } else {
    const Error& error = begun.error();
    Fail(error.ToString() + (error.hint.empty() ? "" : " (" + error.hint + ")"));
  }
  EndAll();
  turns_.on_ended();
  WriteStates();
  JobOutcome outcome;
  outcome.log_path = places_.ChiefLog();
  if (stop_requested_) {
    outcome.state = store::JobState::kKilled;
    outcome.exit_status = 128 + SIGTERM;
    outcome.message = "the job was killed";
  } else if (failure_.has_value()) {
    outcome = *failure_;
  } else {
    outcome.message = note_;
  }
  return outcome;
}

JobProgress JobRun::Progress() const {
  JobProgress progress;
  for (const RoleProcess& process : processes_) {
    progress.processes.push_back(process.Describe().progress);
  }
  return progress;
}

Status JobRun::Begin() {
  PAISQL_TRY(Prepare());
  PAISQL_TRY(WaitForRoom());
  if (stop_requested_) return Status::Ok();
  PAISQL_TRY(turns_.on_start());
  const int64_t now = SteadyMs();
  started_ms_ = now;
  watch_.emplace(file_.limits.hung_seconds, now, static_cast<int>(processes_.size()));
  if (file_.limits.training_seconds > 0)
    training_deadline_ms_ = now + file_.limits.training_seconds * kMsInSecond;
  return StartWaiting();
}

Status JobRun::Prepare() {
  const sigset_t signals = SupervisedSignals();
  signals_ = Descriptor(signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK));
  if (!signals_.open()) return FileError("watch", "signals", errno);
  plans_ = PlanProcesses(file_);
  PAISQL_TRY(place_.Prepare(&plans_));
  for (const ProcessPlan& plan : plans_) {
    PAISQL_ASSIGN(ProcessLog log,
                  ProcessLog::Open(places_.Log(plan.Name()), file_.limits.log_bytes));
    PAISQL_ASSIGN(ProgressPipe progress, ProgressPipe::Open());
    processes_.emplace_back(plan, std::move(log), std::move(progress));
  }
  return Status::Ok();
}

Status JobRun::WaitForRoom() {
  for (bool first = true; !stop_requested_; first = false) {
    PAISQL_ASSIGN(const Admission admission, place_.Ask());
    if (first) turns_.on_queued();
    if (admission.granted) {
      waits_for_.clear();
      return Status::Ok();
    }
    if (waits_for_ != admission.waits_for) {
      waits_for_ = admission.waits_for;
      WriteStates();
    }
    Sleep(SteadyMs() + admission.retry_ms);
    TakeSignals();
  }
  return Status::Ok();
}

Status JobRun::StartWaiting() {
  const int64_t now = SteadyMs();
  for (RoleProcess& process : processes_) {
    if (process.state() != RoleProcess::State::kWaiting || process.start_ms() > now) continue;
    if (process.restarts() > 0) place_.SignalLeftovers(process.plan(), SIGKILL);
    const ProcessStreams streams = {process.log().input(), process.pipe().input()};
    PAISQL_ASSIGN(const pid_t pid, place_.Start(plans_, process.plan(), streams));
    process.Started(pid);
  }
  WriteStates();
  return Status::Ok();
}

void JobRun::Supervise() {
  while (!IsOver()) {
    Sleep(NextDeadline());
    TakeSignals();
    CheckDeadlines();
  }
}

bool JobRun::IsOver() const {
  return stop_requested_ || failure_.has_value() ||
         (WorkersAreDone() && (!EvaluatorRuns() || evaluator_is_late_));
}

bool JobRun::WorkersAreDone() const {
  return std::all_of(processes_.begin(), processes_.end(), [](const RoleProcess& process) {
    return process.plan().role != "worker" || process.state() == RoleProcess::State::kEnded;
  });
}

bool JobRun::EvaluatorRuns() const {
  return std::any_of(processes_.begin(), processes_.end(), [](const RoleProcess& process) {
    return process.plan().role == "evaluator" && process.state() != RoleProcess::State::kEnded;
  });
}

int64_t JobRun::NextDeadline() const {
  int64_t next = kNever;
  const auto consider = [&next](int64_t time) {
    if (time > 0) next = std::min(next, time);
  };
  consider(training_deadline_ms_);
  consider(evaluator_deadline_ms_);
  if (watch_->active()) consider(watch_->next_look_ms());
  if (states_due_) consider(states_written_ms_ + kStatesIntervalMs);
  for (const RoleProcess& process : processes_) {
    if (process.state() == RoleProcess::State::kWaiting) consider(process.start_ms());
  }
  return next;
}

void JobRun::Sleep(int64_t until_ms) {
  std::vector<pollfd> waits = {{signals_.get(), POLLIN, 0}};
  for (const RoleProcess& process : processes_) {
    waits.push_back({process.log().output(), POLLIN, 0});
    waits.push_back({process.pipe().output(), POLLIN, 0});
  }
  int timeout = -1;
  if (until_ms != kNever) {
    constexpr int64_t kLongestMs = std::numeric_limits<int>::max();
    timeout = static_cast<int>(std::clamp<int64_t>(until_ms - SteadyMs(), 0, kLongestMs));
  }
  if (poll(waits.data(), waits.size(), timeout) <= 0) return;
  const auto readable = [&waits](size_t index) { return waits[index].revents != 0; };
  for (size_t i = 0; i < processes_.size(); ++i) {
    if (readable(1 + 2 * i)) processes_[i].log().Pump(kPumpBytes);
    if (readable(2 + 2 * i) && processes_[i].PumpProgress(SteadyMs())) states_due_ = true;
  }
}

void JobRun::TakeSignals() {
  signalfd_siginfo info{};
  bool ended = false;
  while (read(signals_.get(), &info, sizeof info) == static_cast<ssize_t>(sizeof info)) {
    ended = ended || info.ssi_signo == SIGCHLD;
    if (info.ssi_signo == SIGTERM || info.ssi_signo == SIGINT) stop_requested_ = true;
  }
  if (ended) Reap();
}

void JobRun::Reap() {
  std::vector<ProcessExit> exits;
  while (const std::optional<ProcessExit> exit = place_.Reap()) exits.push_back(*exit);
  // Which of them was the first is not known, and a server may end badly because its workers have
  // ended well.
  std::stable_partition(exits.begin(), exits.end(),
                        [](const ProcessExit& exit) { return exit.status == 0; });
  for (const ProcessExit& exit : exits) {
    const auto process =
        std::find_if(processes_.begin(), processes_.end(),
                     [&exit](const RoleProcess& one) { return one.pid() == exit.pid; });
    if (process != processes_.end()) OnEnd(*process, exit.status);
  }
}

void JobRun::Announce(const std::string& text) {
  const auto chief = std::find_if(processes_.begin(), processes_.end(),
                                  [](const RoleProcess& one) { return one.plan().IsChief(); });
  (chief == processes_.end() ? processes_.front() : *chief).log().Announce(text);
}

void JobRun::SignalAll(int number) {
  std::vector<pid_t> running;
  for (const RoleProcess& process : processes_) {
    if (process.pid() > 0) running.push_back(process.pid());
  }
  place_.SignalAll(running, number);
}

void JobRun::EndAll() {
  const int64_t deadline = SteadyMs() + kGraceMs;
  Reap();
  if (place_.AnyLeft()) SignalAll(SIGTERM);
  while (place_.AnyLeft()) {
    const bool firm = SteadyMs() >= deadline;
    // Processes that were born in the meantime get theirs in the next round.
    if (firm) SignalAll(SIGKILL);
    Sleep(firm ? SteadyMs() + kFirmStepMs : deadline);
    signalfd_siginfo info{};
    while (read(signals_.get(), &info, sizeof info) > 0) {
    }
    Reap();
  }
  for (RoleProcess& process : processes_) {
    process.log().PumpRest();
    process.PumpProgress(SteadyMs());
    process.Ended();  // also what has never started, or was to be started again
  }
}

void JobRun::WriteStates() {
  JobStates states;
  states.waits_for = waits_for_;
  states.limits = place_.LimitsText();
  if (started_ms_ > 0) states.elapsed_ms = SteadyMs() - started_ms_;
  for (const RoleProcess& process : processes_) states.processes.push_back(process.Describe());
  // It is for people to look at; the job does not depend on it.
  (void)training::WriteStates(places_, states);
  states_due_ = false;
  states_written_ms_ = SteadyMs();
}

}  // namespace paisql::training
