#include "session/statements/jobs/follow_serving.h"

#include "session/statements/jobs/follow.h"

namespace paisql::session {

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
  run.sink.Message(address + " serves job " + id + "; KILL " + id + "; ends it");
  run.sink.Done();
  return Status::Ok();
}

}  // namespace paisql::session
