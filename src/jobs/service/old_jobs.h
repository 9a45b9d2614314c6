#pragma once

// Removes folders of jobs that ended long ago, so that a home that trains each hour does not grow
// forever. The rows of the catalog stay: SHOW P and STATUS still know the job.

#include <cstdint>

#include "store/catalog.h"

namespace paisql::jobs {

// A folder goes when it is not among the newest `folders` and its job ended more than `days` ago.
struct JobRetention {
  int64_t folders = 500;  // 0: all stay
  int64_t days = 30;
};

// Removes some of the oldest such folders, the others at a later call. Returns their number; a
// folder that cannot be removed stays without an error.
int64_t RemoveOldJobFolders(store::Catalog& catalog, const JobRetention& retention);

}  // namespace paisql::jobs
