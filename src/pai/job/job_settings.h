#pragma once

// What the session's settings do to a job. Private to pai.

#include "pai/value/build_context.h"
#include "training/spec/job_spec.h"

namespace paisql::pai {

// Fills the time zone, the priority, the quota, and which settings counted. SET has checked the
// values.
void ApplySettings(const BuildContext& context, training::JobSpec* spec);

}  // namespace paisql::pai
