#pragma once

// The table of handlers, for statements that hold others: a script, EXPLAIN.

#include "session/state.h"
#include "syntax/statement.h"

namespace paisql::session {

// Runs one statement by its handler.
Status RunStatement(const syntax::Statement& statement, Run& run);

}  // namespace paisql::session
