#pragma once

// EXPLAIN ANALYZE: the statement runs as it would without the two words in front (INSERT and CREATE
// TABLE AS write and commit), but its rows are counted instead of shown.

#include "session/state.h"
#include "session/statements/plan_lines.h"
#include "syntax/statement.h"

namespace paisql::session {

// Adds each plan with estimates, actual rows and times, and below it the operators that the engine
// has run.
Status RunAnalyzed(const syntax::Statement& statement, Run& run, PlanLines& lines);

}  // namespace paisql::session
