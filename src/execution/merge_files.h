#pragma once

// Merges small files that many writes have left (store/upkeep/small_files.h). The rows of a table,
// their order and the time of its last change stay. A reader keeps the old files until it ends.

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

}  // namespace paisql::execution
