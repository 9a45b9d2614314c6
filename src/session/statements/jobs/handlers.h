#pragma once

// Handlers of statements that start jobs and of those about jobs.

#include "session/state.h"
#include "syntax/statements/commands.h"
#include "syntax/statements/pai.h"

namespace paisql::session {

Status RunJobCommand(const syntax::JobCommandStatement& statement, Run& run);
Status RunPai(const syntax::PaiStatement& statement, Run& run);
// EXPLAIN PAI …: the plans of a component that is SQL; of a job, what it reads and writes.
Status ExplainPai(const syntax::PaiStatement& statement, Run& run);

}  // namespace paisql::session
