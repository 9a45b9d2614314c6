#pragma once

// Measures the resources that the jobs and services of a home hold.

#include <cstdint>

#include "base/result.h"
#include "store/catalog.h"

namespace paisql::jobs {

// The share of this machine that the jobs and services of a home hold now. CPU in hundredths of a
// core.
struct HomeLoad {
  int64_t claimed_cpu = 0;
  int64_t claimed_memory_mb = 0;
  // Amounts of the machine, not of a quota; 0 when nothing is claimed.
  int64_t machine_cpu = 0;
  int64_t machine_memory_mb = 0;
};

// Quick when nothing runs.
Result<HomeLoad> LoadOf(store::Catalog& catalog);

}  // namespace paisql::jobs
