#pragma once

// Waiting for a job that serves pages, such as TensorBoard.

#include <string>

#include "session/state.h"

namespace paisql::session {

// Streams the job's output to the sink until one of its processes has told its address, says the
// address, and leaves the job running. A job that ends before is an error; an
// interruption is that of FollowJob.
Status FollowUntilServing(const std::string& id, const SourceRange& range, Run& run);

}  // namespace paisql::session
