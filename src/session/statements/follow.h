#pragma once

// Waiting for a training job: PAI and WAIT do the same.

#include <optional>
#include <string>

#include "session/state.h"

namespace paisql::session {

// Streams the job's output to the sink until it ends; a job that failed or was killed is an error
// with the last line of its log and the log's path. Ctrl-C ends the job, or at a prompt the
// following alone.
Status FollowJob(const std::string& id, const SourceRange& range, Run& run);

// What a session says when it has stopped following: how the job ended, or, without an outcome,
// what an interruption does to it.
Status EndFollowing(const std::string& id, const std::optional<training::JobOutcome>& outcome,
                    const SourceRange& range, Run& run);

}  // namespace paisql::session
