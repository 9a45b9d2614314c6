#pragma once

// Finds the job that wrote an exported model or a model table.

#include <cstdint>
#include <string>

#include "base/result.h"
#include "store/catalog.h"
#include "store/models.h"

namespace paisql::pai {

// Fills job_id and training (docs/internals/formats.md has its members) with those of the job of
// the project in whose checkpointDir or bucket the path lies: the one that was running when the
// export was written, else the newest that had begun by then. Without such a job they stay empty.
Status FindTraining(const std::string& path, const std::string& project, store::Catalog& catalog,
                    const store::Home& home, store::ModelVersion* version);

// The same of a model table: the job that has it as an output and that was running when the table,
// or the partition, was last written.
Status FindTrainingOfTable(const store::Table& table, int64_t written_ms,
                           const std::string& project, store::Catalog& catalog,
                           const store::Home& home, store::ModelVersion* version);

}  // namespace paisql::pai
