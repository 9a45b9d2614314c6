#pragma once

// The table that TUNNEL fills or reads.

#include "store/changes.h"

namespace paisql::tunnel {

// project.table/p1=v1,p2=v2, resolved.
struct TunnelTable {
  store::Table table;
  store::PartitionLevels partition;  // nullopt for levels that are not given
  SourceRange range;

  // Every level is given.
  bool whole_partition() const {
    for (const auto& level : partition) {
      if (!level.has_value()) return false;
    }
    return true;
  }
};

}  // namespace paisql::tunnel
