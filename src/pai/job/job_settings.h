#pragma once

// What the session's settings do to a job. Private to pai.

#include "pai/algorithm/build_job.h"

namespace paisql::pai {

// Fills the time zone, the priority, the quota, and which settings counted. SET has checked the
// values.
void ApplySettings(const BuildContext& context, training::JobSpec* spec);

}  // namespace paisql::pai
