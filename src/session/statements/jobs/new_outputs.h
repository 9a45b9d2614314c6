#pragma once

// Output tables that a statement names and that are not there yet.

#include <cstdint>
#include <vector>

#include "jobs/spec/job_spec.h"
#include "session/state.h"

namespace paisql::session {

// Makes the tables of the outputs whose table has no id, empty, and binds the outputs to them;
// `made` gets their ids. They stay when the job fails; after an error here there are none.
Status MakeNewOutputs(const SourceRange& range, Run& run, jobs::JobSpec* spec,
                      std::vector<int64_t>* made);

// Takes them back, for a job that could not be submitted.
void DropNewOutputs(const std::vector<int64_t>& made, Run& run);

}  // namespace paisql::session
