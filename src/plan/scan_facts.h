#pragma once

// The facts about a scan's files once they are listed, for estimates and for EXPLAIN.

#include <cstdint>
#include <functional>
#include <optional>

#include "plan/relation.h"

namespace paisql::plan {

struct ScanFacts {
  int64_t rows = 0;
  int64_t partitions_read = 0;
  int64_t partitions = 0;  // of the whole table
};

// nullopt for a scan whose files are not listed.
using FactsOfScan = std::function<std::optional<ScanFacts>(const Scan&)>;

}  // namespace paisql::plan
