#pragma once

// Which job has written an exported model.

#include <string>

#include "base/result.h"
#include "session/state.h"
#include "store/models.h"

namespace paisql::session {

// Fills job_id and training (docs/formats.md has its members) with those of the job of the current
// project in whose checkpointDir or bucket the path lies: the one that was running when the
// export was written, else the newest that had begun by then. Without such a job they stay empty.
Status FindTraining(const std::string& folder, Run& run, store::ModelVersion* version);

}  // namespace paisql::session
