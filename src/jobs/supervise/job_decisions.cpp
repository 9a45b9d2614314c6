// The decisions of a JobRun: which end of a process is the job's end, which process is started
// again, and which deadline has come.

#include <algorithm>

#include "base/display/amounts.h"
#include "base/system/clock.h"
#include "jobs/supervise/job_run.h"

namespace paisql::jobs {

namespace {

// Before the first restart; each further one waits twice as long.
constexpr int64_t kFirstBackoffMs = 1000;
constexpr int64_t kLongestBackoffMs = 60'000;
constexpr int64_t kMsOfSecond = 1000;

int64_t BackoffMs(int restarts) {
  constexpr int kDoublings = 6;
  return std::min(kFirstBackoffMs << std::min(restarts, kDoublings), kLongestBackoffMs);
}

}  // namespace

// A server's work never ends, so its end is never a success where it may be started again.
bool JobRun::IsDone(const ProcessEnd& end) const {
  return end.Succeeded() && !(file_.serves && file_.limits.restart_workers);
}

// A process of a stream that has ended by itself has failed for rows or code that are the same when
// it is started again.
bool JobRun::MayRestart(const RoleProcess& process, const ProcessEnd& end) const {
  const bool streams = std::any_of(file_.roles.begin(), file_.roles.end(),
                                   [](const RoleSpec& role) { return role.name == "stream"; });
  if (streams && end.kind == ProcessEnd::Kind::kExited) return false;
  const bool allowed = process.plan().role == "ps" ? file_.limits.restart_parameter_servers
                                                   : file_.limits.restart_workers;
  return allowed && process.restarts() < file_.limits.restarts;
}

void JobRun::OnEnded(ProcessHandle handle, const ProcessEnd& end) {
  RoleProcess* const found = Find(handle);
  if (found == nullptr) return;
  LookAtStop();
  RoleProcess& process = *found;
  process.log().Flush();
  process.NoteEnd(end);
  const ProcessPlan& plan = process.plan();
  const LastWords words{file_.distributed, process.log().path(), process.log().unwritten(),
                        places_.WorkFolder()};
  const bool ending = stop_requested_ || failure_.has_value() || WorkersAreDone();
  if (IsDone(end) || (ending && plan.role != "evaluator")) {
    process.Ended();
  } else if (!ending && MayRestart(process, end)) {
    const int64_t wait = BackoffMs(process.restarts());
    Announce(FailureOutcome(plan, end, words).message + "; it is started again in " +
             Counted(wait / kMsOfSecond, "second") + ", " + std::to_string(process.restarts() + 1) +
             " of " + Counted(file_.limits.restarts, "time"));
    place_.TidyUp(handle);
    process.WaitUntil(SteadyMs() + wait);
  } else {
    process.Ended();
    JobOutcome outcome = FailureOutcome(plan, end, words);
    if (process.restarts() > 0) {
      outcome.message += ", after it was started again " + Counted(process.restarts(), "time");
    }
    if (plan.role == "evaluator") {
      if (note_.empty()) note_ = outcome.message + "; its log is " + outcome.log_path;
    } else {
      failure_ = std::move(outcome);
    }
  }
  WriteStates();
}

void JobRun::CheckDeadlines() {
  const int64_t now = SteadyMs();
  if (training_deadline_ms_ > 0 && now >= training_deadline_ms_) {
    Fail("the job was ended after " + Counted(file_.limits.training_seconds, "second") +
         ", the time that maxTrainingTimeInHour gives it");
  }
  if (watch_->active() && now >= watch_->next_look_ms()) {
    int64_t told = 0;
    for (const RoleProcess& process : processes_) {
      told += process.log().bytes() + process.lines();
    }
    if (watch_->IsHung(now, place_.ComputedMs(), told)) {
      Fail("the job was ended: for " + Counted(file_.limits.hung_seconds, "second") +
           " its processes neither computed nor printed anything "
           "(maxHungTimeBeforeGCInSeconds)");
    }
  }
  // Elsewhere there is a record when a process has told something.
  if (now >= records_->next_ms() && (place_.HasUsages() || states_due_)) {
    records_->Take(processes_, place_.Usages(), false);
  }
  if (states_due_ && now >= states_written_ms_ + kStatesIntervalMs) WriteStates();
  CheckEvaluators();
  if (IsOver()) return;
  if (const Status started = StartWaiting(); !started.ok()) Fail(started.error().ToString());
}

void JobRun::CheckEvaluators() {
  if (failure_.has_value() || !WorkersAreDone() || !EvaluatorRuns()) return;
  const int64_t now = SteadyMs();
  if (evaluator_deadline_ms_ == 0) {
    evaluator_deadline_ms_ = now + file_.limits.evaluator_seconds * kMsOfSecond;
    Announce("the workers are done; the evaluator has " +
             Counted(file_.limits.evaluator_seconds, "second") + " to end");
  } else if (now >= evaluator_deadline_ms_) {
    evaluator_is_late_ = true;
    note_ = "the evaluator was ended " + Counted(file_.limits.evaluator_seconds, "second") +
            " after the workers";
  }
}

void JobRun::Fail(const std::string& message) {
  if (failure_.has_value()) return;
  failure_.emplace();
  failure_->state = store::JobState::kFailed;
  failure_->exit_status = 1;
  failure_->message = message;
  failure_->log_path = places_.ChiefLog();
}

}  // namespace paisql::jobs
