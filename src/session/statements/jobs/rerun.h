#pragma once

// A past job once more.

#include "session/state.h"
#include "syntax/statement.h"

namespace paisql::session {

// RERUN <id>: the statement of a past job once more, against today's tables and files, with the
// settings and the script folder of then. What is wrong with it is told at the id.
Status Rerun(const syntax::JobCommandStatement& statement, Run& run);

}  // namespace paisql::session
