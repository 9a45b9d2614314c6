#pragma once

// The statement of a Merge task: clients send one in place of ALTER TABLE … MERGE SMALLFILES,
// COMPACT, ARCHIVE, FREEZE and RESTORE. Pure.

#include <string>

#include "base/result.h"
#include "rest/tasks/job_request.h"

namespace paisql::rest {

// kInvalidArgumentType for a table that cannot be one, kUnsupported for a kind of merge that there
// is not.
Result<std::string> MergeText(const JobRequest& request);

}  // namespace paisql::rest
