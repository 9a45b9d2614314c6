#pragma once

// What statements share that change rows which are there. Private to this room.

#include <functional>
#include <vector>

#include "names/names.h"
#include "session/state.h"
#include "syntax/statements/rows.h"

namespace paisql::session {

// Runs the attempt, and again while other writers get in its way: then it ends in an error of which
// store::IsConflict is true, and has changed nothing. It waits before each further attempt.
Status RunAgainstOthers(State& state, const std::function<Status()>& attempt);

// RunRowChange where the statement may read these tables, too.
Status ChangeRows(const syntax::RowChangeStatement& statement,
                  std::vector<names::SessionTable> tables, Run& run);

}  // namespace paisql::session
