#pragma once

// Output tables that a statement names and that are not there yet.

#include "session/state.h"
#include "training/spec/job_spec.h"

namespace paisql::session {

// Makes the tables of the outputs whose table has no id, empty, and binds the outputs to them. They
// stay when the job fails.
Status MakeNewOutputs(const SourceRange& range, Run& run, training::JobSpec* spec);

}  // namespace paisql::session
