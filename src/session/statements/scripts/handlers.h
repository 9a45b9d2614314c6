#pragma once

// Scripts: statements with variables, IF and LOOP as one unit (syntax/script.h).

#include <memory>

#include "analysis/analyzer.h"
#include "session/state.h"
#include "syntax/script.h"
#include "syntax/statements/commands.h"

namespace paisql::session {

// Runs the script whole or not at all; with odps.sql.step.script.mode one statement after another.
Status RunScript(std::shared_ptr<const syntax::Script> script, Run& run);

Status RunDropVariables(const syntax::DropVariablesStatement& statement, Run& run);

// What the variable gives as a table.
Result<analysis::QueryPlan> ReadVariable(const syntax::Identifier& variable, State& state);

}  // namespace paisql::session
