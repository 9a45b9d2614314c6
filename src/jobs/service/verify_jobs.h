#pragma once

// The part of `paisql verify` that looks at jobs: rows without a directory, directories without a
// row, and jobs that run as their rows say while nobody watches them.

#include "store/upkeep/verification.h"

namespace paisql::jobs {

// Reports like store::VerifyHome. Repairing tells the catalog of jobs whose supervisors are gone,
// and moves directories without a row to <home>/damaged/jobs.
Status VerifyJobs(store::Catalog& catalog, const store::VerifyOptions& options);

}  // namespace paisql::jobs
