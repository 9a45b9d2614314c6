#pragma once

// Waiting for a training job: PAI and WAIT do the same.

#include <functional>
#include <optional>
#include <string>

#include "session/state.h"

namespace paisql::session {

// Streams the job's output to the sink until it ends; a job that failed or was killed is an error
// with the last line of its log and the log's path. Ctrl-C ends the job; at a prompt the sink is
// asked whether it does.
Status FollowJob(const std::string& id, const SourceRange& range, Run& run);

// The parts of it, for who does not wait for the end: nullopt when it was enough, or when the user
// lets the job run in the background; and what the session says of an outcome, or of none because
// of the user.
using Enough = std::function<bool(const jobs::JobProgress&)>;
Result<std::optional<jobs::JobOutcome>> FollowUntil(const std::string& id, const Enough& enough,
                                                    Run& run);
Status EndFollowing(const std::string& id, const std::optional<jobs::JobOutcome>& outcome,
                    const SourceRange& range, Run& run);

// Streams the job's output to the sink until one of its processes has told its address, says the
// address, and leaves the job running. A job that ends before is an error; an
// interruption is that of FollowJob.
Status FollowUntilServing(const std::string& id, const SourceRange& range, Run& run);

}  // namespace paisql::session
