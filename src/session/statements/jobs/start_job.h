#pragma once

// From a checked PAI statement to its end.

#include "pai/build_job.h"
#include "session/state.h"
#include "session/statements/jobs/job_queries.h"

namespace paisql::session {

// The circumstances in which a statement that is typed now is checked. `queries` gets its inputs
// that are queries.
pai::BuildContext PaiContext(Run& run, JobQueries& queries);

// Starts the job and follows it, unless the session only checks, or is not to wait
// (paisql.job.async). Errors are placed at `range`.
Status StartJob(const jobs::JobSpec& given, JobQueries& queries, const SourceRange& range,
                Run& run);

}  // namespace paisql::session
