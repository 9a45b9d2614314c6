#pragma once

// The handler of statements about models.

#include "session/state.h"
#include "syntax/statements/services.h"

namespace paisql::session {

Status RunModel(const syntax::ModelStatement& statement, Run& run);

}  // namespace paisql::session
