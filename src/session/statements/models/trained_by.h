#pragma once

// Finds the job that wrote an exported model or a model table.

#include <string>

#include "base/result.h"
#include "session/state.h"
#include "store/models.h"
#include "syntax/statement.h"

namespace paisql::session {

// Fills job_id and training (docs/internals/formats.md has its members) with those of the job of
// the current project in whose checkpointDir or bucket the path lies: the one that was running when
// the export was written, else the newest that had begun by then. Without such a job they stay
// empty.
Status FindTraining(const std::string& folder, Run& run, store::ModelVersion* version);

// The same of a model table: the job of its project that has it as an output and that was running
// when the table, or the partition, was last written. Errors are those of FindModelTable.
Status FindTrainingOfTable(const syntax::Word& place, Run& run, store::ModelVersion* version);

}  // namespace paisql::session
