#pragma once

// Merges small files that many writes have left (store/upkeep/small_files.h). The rows of a table,
// their order and the time of its last change stay. A reader keeps the old files until it ends.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "execution/host.h"
#include "store/changes.h"

namespace paisql::execution {

// Merges among the newest files of a table or of these partitions; true when it merged some.
// Callers may ignore an error, because nothing depends on the merge: the disk may be full, a file
// damaged, or another writer may have replaced the rows.
Result<bool> MergeSmallFiles(Host& host, const store::Table& table,
                             const std::vector<std::vector<std::string>>& partitions,
                             const engine::ExecutionSettings& settings);

// Merges all files of a table or of these partitions: ALTER TABLE … COMPACT. A minor one leaves a
// large file alone and merges the smaller ones after it; a major one leaves one file, in today's
// columns. True when it merged some. An error where others have changed the rows meanwhile is a
// conflict (store/transaction.h).
enum class CompactionKind { kMinor, kMajor };
struct Compaction {
  CompactionKind kind = CompactionKind::kMajor;
  std::optional<int64_t> kept_ms = {};  // for so long the files are kept that it replaces
};
Result<bool> CompactFiles(Host& host, const store::Table& table,
                          const std::vector<std::vector<std::string>>& partitions,
                          const Compaction& compaction, const engine::ExecutionSettings& settings);

}  // namespace paisql::execution
