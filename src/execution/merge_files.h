#pragma once

// The small files that many writes have left become one (store/upkeep/small_files.h). What a table
// holds, the order of its rows and the time of its last change stay; who reads the merged files has
// them until he ends.

#include <string>
#include <vector>

#include "execution/host.h"
#include "store/changes.h"

namespace paisql::execution {

// Merges where the requests, which were committed, have appended to the newest files of a table or
// of a partition; true when something was merged. Nothing depends on it, so an error is nobody's:
// the disk may be full, a file damaged, or another writer may have replaced the rows.
Result<bool> MergeSmallFiles(Host& host, const store::Table& table,
                             const std::vector<std::vector<std::string>>& partitions,
                             const engine::ExecutionSettings& settings);

}  // namespace paisql::execution
