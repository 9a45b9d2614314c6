#pragma once

// Lists the files that a job reads. Private to jobs.

#include <vector>

#include "jobs/job/job_directory.h"

namespace paisql::jobs {

// All inputs at one snapshot: looks again when somebody has committed in between. `queries` may be
// null where no input is a query; what these read is of the same snapshot, and their own listings
// are without files still. They are prepared to be computed with `compute`.
Result<std::vector<InputListing>> ListInputs(store::Catalog& catalog, const JobSpec& spec,
                                             InputQueries* queries, bool compute,
                                             int64_t* snapshot);

// Makes a place for the inputs that are queries, a folder below `folder` for each.
Status ComputeQueries(const JobSpec& spec, const std::string& folder, InputQueries* queries,
                      std::vector<InputListing>* inputs);

}  // namespace paisql::jobs
