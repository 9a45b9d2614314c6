#pragma once

// What LIFECYCLE lets go: a table that nobody has changed for so many days, and of a partitioned
// table the partitions that nobody has. A partitioned table stays when its last partition goes.

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/types.h"

namespace paisql::store {

class Catalog;

struct Expired {
  Table table;
  std::vector<std::string> partition;  // {} for a table
  int64_t last_modified_ms = 0;
};

// Drops what is over at this moment, as DROP does it: UNDROP and RESTORE bring it back as long as
// the catalog keeps removed files. DISABLE LIFECYCLE is respected, and what others change meanwhile
// stays. External tables keep their files. Gives what was dropped, by project, table and partition.
Result<std::vector<Expired>> DropExpired(Catalog& catalog, int64_t now_ms);

}  // namespace paisql::store
