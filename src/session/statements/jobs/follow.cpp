#include "session/statements/jobs/follow.h"

#include <optional>
#include <stop_token>

#include "jobs/log/notice_filter.h"
#include "session/end_watch.h"
#include "session/sink.h"

namespace paisql::session {

namespace {

// Hands what the job says to the sink, which shows the job as long as this lives.
class SinkObserver : public jobs::JobObserver {
 public:
  SinkObserver(const std::string& id, Run& run, const Enough& enough)
      : id_(id), jobs_(run.state.Jobs()), sink_(run.sink), enough_(enough) {
    sink_.BeginJob(run.state.Zone());
  }
  ~SinkObserver() override {
    Show(notices_.Rest());
    if (line_open_) sink_.JobOutput("\n");
    sink_.EndJob(ended_);
  }
  SinkObserver(const SinkObserver&) = delete;
  SinkObserver& operator=(const SinkObserver&) = delete;

  // Until the job ends, the stop token stops it, or it is enough.
  Result<std::optional<jobs::JobOutcome>> Follow(jobs::JobFollower& follower,
                                                 const std::stop_token& stop) {
    stop_ = std::stop_source();
    const std::stop_callback on_stop(stop, [this] { stop_.request_stop(); });
    auto outcome = follower.Follow(*this, stop_.get_token());
    ended_ = outcome.ok() && outcome->has_value();
    return outcome;
  }
  bool has_enough() const { return has_enough_; }

  void OnOutput(std::string_view bytes) override { Show(notices_.Filter(bytes)); }
  void OnProgress(const jobs::JobProgress& progress) override {
    jobs::JobProgress known = progress;
    AddTotal(known);
    sink_.JobProgress(known);
    has_enough_ = enough_ && enough_(progress);
    if (has_enough_) stop_.request_stop();
  }

 private:
  void Show(std::string_view bytes) {
    if (bytes.empty()) return;
    sink_.JobOutput(bytes);
    line_open_ = bytes.back() != '\n';
  }

  // Looked for once, when the first step is told.
  void AddTotal(jobs::JobProgress& progress) {
    const jobs::ProcessProgress* chief = jobs::ChiefOf(progress);
    if (chief == nullptr || !chief->step.has_value()) return;
    if (!total_) total_ = jobs_.ExpectedSteps(id_);
    // A script that passes the expected number of steps counts something else as a step.
    if (!total_->has_value() || *chief->step > (*total_)->steps) return;
    progress.total_steps = (*total_)->steps;
    progress.total_is_guess = (*total_)->guessed;
  }

  const std::string& id_;
  jobs::JobService& jobs_;
  jobs::NoticeFilter notices_;
  std::optional<std::optional<jobs::ExpectedSteps>> total_;
  Sink& sink_;
  const Enough& enough_;
  std::stop_source stop_;
  bool has_enough_ = false;
  bool line_open_ = false;
  bool ended_ = false;
};

// A job that ended by itself in the meantime is as good as killed.
Status KillIfRunning(const std::string& id, Run& run) {
  Status killed = run.state.Jobs().Kill(id);
  const bool ended = !killed.ok() && killed.error().code == ErrorCode::kInvalidCommand;
  return ended ? Status::Ok() : killed;
}

// Asks what to do with a job whose following was interrupted; from here on the statement may be
// interrupted again.
Result<InterruptChoice> Ask(const std::string& id, jobs::JobFollower& follower, Run& run) {
  run.state.ForgetInterrupt();
  PAISQL_ASSIGN(Descriptor end, follower.WatchEnd());
  if (!end.open()) {
    PAISQL_ASSIGN(const store::Job job, run.state.Jobs().Find(id));
    if (jobs::HasEnded(job.state)) return InterruptChoice::kContinue;
  }
  std::stop_source withdrawn;
  const std::stop_callback on_interrupt(run.state.stop_token(),
                                        [&withdrawn] { withdrawn.request_stop(); });
  const EndWatch watch(std::move(end), withdrawn);
  const auto choice = run.sink.AskInterrupted(id, withdrawn.get_token());
  if (choice.has_value()) return *choice;
  return run.state.interrupted() ? InterruptChoice::kKill : InterruptChoice::kContinue;
}

std::string LogHint(const jobs::JobOutcome& outcome) {
  if (outcome.log_path.empty()) return outcome.cure;
  const std::string log = "the whole log is " + outcome.log_path;
  return outcome.cure.empty() ? log : outcome.cure + "; " + log;
}

}  // namespace

Result<std::optional<jobs::JobOutcome>> FollowUntil(const std::string& id, const Enough& enough,
                                                    Run& run) {
  jobs::JobFollower follower = run.state.Jobs().Follower(id);
  run.state.job_news().Forget(id);
  SinkObserver observer(id, run, enough);
  while (true) {
    PAISQL_ASSIGN(std::optional<jobs::JobOutcome> outcome,
                  observer.Follow(follower, run.state.stop_token()));
    if (outcome.has_value() || observer.has_enough()) return outcome;
    if (!run.state.options().interactive) {
      PAISQL_TRY(KillIfRunning(id, run));
      return Error{
          ErrorCode::kInstanceCancelled, "interrupted, job " + id + " has been killed", {}, ""};
    }
    PAISQL_ASSIGN(const InterruptChoice choice, Ask(id, follower, run));
    if (choice == InterruptChoice::kBackground) return outcome;
    if (choice == InterruptChoice::kKill) {
      PAISQL_TRY(KillIfRunning(id, run));
      // How it ended is still to be shown.
      run.state.ForgetInterrupt();
    }
  }
}

Status FollowJob(const std::string& id, const SourceRange& range, Run& run) {
  PAISQL_ASSIGN_AT(range, const std::optional<jobs::JobOutcome> outcome, FollowUntil(id, {}, run));
  return EndFollowing(id, outcome, range, run);
}

Status EndFollowing(const std::string& id, const std::optional<jobs::JobOutcome>& outcome,
                    const SourceRange& range, Run& run) {
  if (!outcome.has_value()) {
    run.state.job_news().Background(id);
    run.out.Message("Instance running background. Use 'kill " + id + "' to stop this instance.");
    run.out.Message("Use 'wait " + id + "' to follow it again.");
    return Status::Ok();
  }
  switch (outcome->state) {
    case store::JobState::kSucceeded:
      if (!outcome->message.empty()) run.out.Message(outcome->message);
      run.out.Done();
      return Status::Ok();
    case store::JobState::kKilled:
      return Error{ErrorCode::kJobKilled, "job " + id + " has been killed", range,
                   LogHint(*outcome)};
    default: {
      std::string detail = outcome->message;
      if (detail.empty()) {
        detail = "the script ended with status " + std::to_string(outcome->exit_status);
      }
      return Error{ErrorCode::kJobFailed, detail, range, LogHint(*outcome)};
    }
  }
}

Status FollowUntilServing(const std::string& id, const SourceRange& range, Run& run) {
  std::string address;
  const auto has_address = [&address](const jobs::JobProgress& progress) {
    for (const jobs::ProcessProgress& process : progress.processes) {
      if (!process.address.empty() && process.state == "running") address = process.address;
    }
    return !address.empty();
  };
  PAISQL_ASSIGN_AT(range, const std::optional<jobs::JobOutcome> outcome,
                   FollowUntil(id, has_address, run));
  if (outcome.has_value() || address.empty()) return EndFollowing(id, outcome, range, run);
  run.state.job_news().Background(id);
  run.out.Message(address + " serves job " + id + "; KILL " + id + "; ends it");
  run.out.Done();
  return Status::Ok();
}

}  // namespace paisql::session
