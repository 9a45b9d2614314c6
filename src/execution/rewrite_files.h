#pragma once

// Files of a table become new files of the same rows in the same order: for merging small files,
// and for a table made of an earlier state of another.

#include <string>
#include <vector>

#include "execution/host.h"
#include "execution/staging.h"

namespace paisql::execution {

// The files of `listing`, which are of one partition of `table` or of the table, with the columns
// that the table has today; they come into the partition `levels` of `target`. An error where one
// of them is damaged: a damaged file must not become a sound one. The caller keeps the files
// (Lease::Pin) and `staging`.
Result<std::vector<store::StagedFile>> RewriteFiles(Host& host, const store::Table& table,
                                                    store::FileListing listing,
                                                    const store::Table& target,
                                                    const store::PartitionLevels& levels,
                                                    Staging& staging,
                                                    const engine::ExecutionSettings& settings);

}  // namespace paisql::execution
