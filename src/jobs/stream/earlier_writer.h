#pragma once

// Which stream keeps a table. Private to jobs.

#include <cstdint>
#include <string>

#include "base/result.h"
#include "store/catalog.h"

namespace paisql::jobs {

// The tables that a stream job writes, as its manifests name them.
struct StreamTables {
  int64_t rows = 0;
  int64_t cursor = 0;

  bool operator==(const StreamTables&) const = default;
};

// The id of a stream job that runs, writes these tables and has begun before the job `own_id`, or
// "". One whose supervisor was killed does not run any more. Of two that begin at the same time
// just one finds the other.
Result<std::string> FindEarlierWriter(store::Catalog& catalog, const std::string& own_id,
                                      const StreamTables& tables);

}  // namespace paisql::jobs
