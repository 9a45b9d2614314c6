#pragma once

// From a checked PAI statement to its end.

#include "pai/algorithm/build_job.h"
#include "session/state.h"

namespace paisql::session {

// The circumstances in which a statement that is typed now is checked.
pai::BuildContext PaiContext(Run& run);

// Starts the job and follows it, unless the session only checks, or is not to wait
// (paisql.job.async). Errors are placed at `range`.
Status StartJob(const training::JobSpec& spec, const SourceRange& range, Run& run);

}  // namespace paisql::session
