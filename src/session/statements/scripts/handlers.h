#pragma once

// Scripts: statements with variables, IF and LOOP as one unit (syntax/script.h).

#include <memory>

#include "session/state.h"
#include "syntax/script.h"

namespace paisql::session {

// Runs the script whole or not at all; with odps.sql.step.script.mode one statement after another.
Status RunScript(std::shared_ptr<const syntax::Script> script, Run& run);

}  // namespace paisql::session
