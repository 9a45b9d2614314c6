#pragma once

// Applies the session's settings to a job. Private to pai.

#include "jobs/spec/job_spec.h"
#include "pai/value/build_context.h"

namespace paisql::pai {

// Fills the time zone, the priority, the quota, and which settings counted. SET has checked the
// values. `ran_python2`: the platform ran scripts of this algorithm with Python 2 (version_name.h).
void ApplySettings(const BuildContext& context, bool ran_python2, jobs::JobSpec* spec);

}  // namespace paisql::pai
