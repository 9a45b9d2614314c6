#pragma once

// The past states that a home still has. Files that a commit removes from a table stay for a while,
// so that a mistake can be taken back. The commit says how long (Catalog::KeepRemovedFor); a sweep
// takes them after that, and before that when the disk is short of space.

#include <cstdint>
#include <string>
#include <vector>

#include "store/types.h"

namespace paisql::store {

inline constexpr int64_t kMsOfDay = int64_t{24} * 60 * 60 * 1000;
// The platform's own default and limit of odps.timemachine.retention.days.
inline constexpr int64_t kUsualRetentionMs = kMsOfDay;
inline constexpr int64_t kMostRetentionDays = 30;

struct DroppedTable {
  int64_t id = 0;
  std::string name;
  int64_t created_ms = 0;
  int64_t dropped_ms = 0;
  int64_t rows = 0;
  bool partitioned = false;
};

// A state of a table, from the commit that made it until the next one.
struct TableVersion {
  int64_t snapshot = 0;  // the platform calls it LSN
  int64_t made_ms = 0;   // 0: unknown
  int64_t rows = 0;
  // The commit's effect. Both false: the state is older than all that is kept.
  bool added = false;
  bool removed = false;
};

}  // namespace paisql::store
