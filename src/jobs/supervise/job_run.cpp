#include "jobs/supervise/job_run.h"

#include <algorithm>

#include "base/events/event_loop.h"
#include "base/system/clock.h"

namespace paisql::jobs {

namespace {

// How long processes that were asked to end may take before they are made to.
constexpr int64_t kGraceMs = 5000;
constexpr int64_t kMsPerSecond = 1000;
constexpr int kKilledStatus = 143;  // a shell's number for a program that was asked to end

}  // namespace

ProcessState RoleProcess::Describe() const {
  // In the order of State.
  constexpr const char* kNames[] = {"waiting", "waiting", "running", "ended"};
  ProcessState state;
  state.progress = progress_;
  state.at = at_;
  state.address = plan_.address;
  state.started_ms = started_ms_;
  state.ended_ms = ended_ms_;
  state.was_at = was_at_;
  if (end_.has_value()) {
    state.exit_status = end_->exit_status;
    state.exit = end_->reason;
  }
  state.progress.role = plan_.role;
  state.progress.index = plan_.index;
  state.progress.state = kNames[static_cast<size_t>(state_)];
  state.progress.restarts = restarts_;
  return state;
}

JobRun::JobRun(const JobFile& job, const JobPlaces& places, Place& place, JobTurns turns,
               std::stop_token stop)
    : file_(job),
      places_(places),
      place_(place),
      turns_(std::move(turns)),
      stop_(std::move(stop)) {}

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
    outcome.exit_status = kKilledStatus;
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
  on_stop_.emplace(stop_, [this] { place_.Wake(); });
  LookAtStop();
  PAISQL_TRY(WaitForRoom());
  if (stop_requested_) return Status::Ok();
  PAISQL_TRY(turns_.on_start());
  const int64_t now = SteadyMs();
  started_ms_ = now;
  watch_.emplace(file_.limits.hung_seconds, now, static_cast<int>(processes_.size()));
  if (file_.limits.training_seconds > 0)
    training_deadline_ms_ = now + file_.limits.training_seconds * kMsPerSecond;
  return StartWaiting();
}

Status JobRun::Prepare() {
  plans_ = PlanProcesses(file_);
  PAISQL_TRY(place_.Prepare(&plans_, *this));
  for (const ProcessPlan& plan : plans_) {
    PAISQL_ASSIGN(ProcessLog log,
                  ProcessLog::Open(places_.Log(plan.Name()), file_.limits.log_bytes));
    processes_.emplace_back(plan, std::move(log));
  }
  records_.emplace(places_, processes_);
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
    PAISQL_TRY(place_.Wait(SteadyMs() + admission.retry_ms));
    LookAtStop();
  }
  return Status::Ok();
}

Status JobRun::StartWaiting() {
  const int64_t now = SteadyMs();
  for (RoleProcess& process : processes_) {
    if (process.state() != RoleProcess::State::kWaiting || process.start_ms() > now) continue;
    PAISQL_ASSIGN(const ProcessHandle handle, place_.Start(plans_, process.plan()));
    process.Starting(handle);
    states_due_ = true;
  }
  return Status::Ok();
}

void JobRun::Supervise() {
  while (!IsOver()) {
    if (const Status waited = place_.Wait(NextDeadline()); !waited.ok()) {
      Fail(waited.error().ToString());
    }
    LookAtStop();
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
  if (place_.HasUsages()) consider(records_->next_ms());
  consider(evaluator_deadline_ms_);
  if (watch_->active()) consider(watch_->next_look_ms());
  if (states_due_) consider(states_written_ms_ + kStatesIntervalMs);
  for (const RoleProcess& process : processes_) {
    if (process.state() == RoleProcess::State::kWaiting) consider(process.start_ms());
  }
  return next;
}

// A request that comes when the outcome stands changes nothing.
void JobRun::LookAtStop() {
  if (!over_ && stop_.stop_requested()) stop_requested_ = true;
}

RoleProcess* JobRun::Find(ProcessHandle handle) {
  const auto found =
      std::find_if(processes_.begin(), processes_.end(),
                   [handle](const RoleProcess& one) { return one.handle() == handle; });
  return found == processes_.end() ? nullptr : &*found;
}

void JobRun::OnAddress(const std::string& process_name, const std::string& address) {
  for (RoleProcess& process : processes_) {
    if (process.plan().Name() == process_name) process.HasAddress(address);
  }
  states_due_ = true;
}

void JobRun::OnStarted(ProcessHandle handle, const std::string& at) {
  RoleProcess* const process = Find(handle);
  if (process == nullptr || process->state() != RoleProcess::State::kStarting) return;
  process->Started(at);
  states_due_ = true;
  states_written_ms_ = 0;  // a change of a state does not wait
}

void JobRun::OnOutput(ProcessHandle handle, std::string_view bytes) {
  if (RoleProcess* const process = Find(handle)) process->log().Append(bytes);
}

void JobRun::OnProgress(ProcessHandle handle, std::string_view bytes) {
  RoleProcess* const process = Find(handle);
  if (process != nullptr && process->TakeProgress(bytes, SteadyMs())) states_due_ = true;
}

void JobRun::Announce(const std::string& text) {
  const auto chief = std::find_if(processes_.begin(), processes_.end(),
                                  [](const RoleProcess& one) { return one.plan().IsChief(); });
  (chief == processes_.end() ? processes_.front() : *chief).log().Announce(text);
}

void JobRun::EndAll() {
  over_ = true;
  place_.Stop(kGraceMs);
  if (started_ms_ > 0) records_->Take(processes_, {}, true);
  for (RoleProcess& process : processes_) {
    process.log().Flush();
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
  (void)jobs::WriteStates(places_, states);
  states_due_ = false;
  states_written_ms_ = SteadyMs();
}

}  // namespace paisql::jobs
