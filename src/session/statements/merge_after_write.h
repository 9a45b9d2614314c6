#pragma once

// After a statement that has appended: merges many small files into one.

#include <string>
#include <vector>

#include "session/state.h"

namespace paisql::session {

// `partitions` got files; {{}} for a table without partitions. Does nothing when
// paisql.merge.small.files is false. A failure is ignored: the statement has succeeded already.
void MergeAfterWrite(const store::Table& table,
                     const std::vector<std::vector<std::string>>& partitions, State& state);

}  // namespace paisql::session
