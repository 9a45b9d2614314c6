#include "session/statements/follow.h"

#include "base/text.h"

namespace paisql::session {

namespace {

// Hands what the job says to the sink.
class SinkObserver : public training::JobObserver {
 public:
  explicit SinkObserver(Sink& sink) : sink_(sink) {}

  void OnOutput(std::string_view bytes) override {
    if (bytes.empty()) return;
    sink_.JobOutput(bytes);
    line_open_ = bytes.back() != '\n';
  }
  void OnProgress(const training::JobProgress& progress) override { sink_.JobProgress(progress); }
  void EndLine() {
    if (line_open_) OnOutput("\n");
  }

 private:
  Sink& sink_;
  bool line_open_ = false;
};

Status StopFollowing(const std::string& id, const SourceRange& range, Run& run) {
  if (run.state.options().interactive) {
    run.sink.Message("job " + id + " runs on; KILL " + id + "; ends it, WAIT " + id +
                     "; follows it again");
    return Status::Ok();
  }
  const Status killed = run.state.Jobs().Kill(id);
  // A job that ended by itself in the meantime is as good as killed.
  if (!killed.ok() && killed.error().code == ErrorCode::kEnvironment) return killed;
  return Error{ErrorCode::kInstanceCancelled, "interrupted, job " + id + " has been killed", range,
               ""};
}

std::string LogHint(const training::JobOutcome& outcome) {
  return outcome.log_path.empty() ? "" : "the whole log is " + outcome.log_path;
}

}  // namespace

Status FollowJob(const std::string& id, const SourceRange& range, Run& run) {
  SinkObserver observer(run.sink);
  PAISQL_ASSIGN_AT(range, const std::optional<training::JobOutcome> outcome,
                   run.state.Jobs().Follow(id, observer, run.state.stop_token()));
  observer.EndLine();
  return EndFollowing(id, outcome, range, run);
}

Status EndFollowing(const std::string& id, const std::optional<training::JobOutcome>& outcome,
                    const SourceRange& range, Run& run) {
  if (!outcome.has_value()) return StopFollowing(id, range, run);
  switch (outcome->state) {
    case store::JobState::kSucceeded:
      if (!outcome->message.empty()) run.sink.Message(outcome->message);
      run.sink.Message("OK");
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

}  // namespace paisql::session
