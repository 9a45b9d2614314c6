#pragma once

// Which files a job reads. Private to training.

#include <vector>

#include "training/job/job_directory.h"

namespace paisql::training {

// All inputs at one snapshot: looks again when somebody has committed in between.
Result<std::vector<InputListing>> ListInputs(store::Catalog& catalog, const JobSpec& spec,
                                             int64_t* snapshot);

}  // namespace paisql::training
