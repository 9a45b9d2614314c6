#pragma once

// After a statement that has appended: many small files become one.

#include <string>
#include <vector>

#include "session/state.h"

namespace paisql::session {

// `partitions` are those that got files, {{}} without; does nothing when
// paisql.merge.small.files is false. What fails here fails for nobody.
void MergeAfterWrite(const store::Table& table,
                     const std::vector<std::vector<std::string>>& partitions, State& state);

}  // namespace paisql::session
