#pragma once

// Handlers of statements that start jobs and of those about jobs.

#include "session/state.h"
#include "syntax/statements/commands.h"
#include "syntax/statements/pai.h"

namespace paisql::session {

Status RunJobCommand(const syntax::JobCommandStatement& statement, Run& run);
Status RunPai(const syntax::PaiStatement& statement, Run& run);

}  // namespace paisql::session
