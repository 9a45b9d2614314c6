#pragma once

// The handler of statements about services.

#include "session/state.h"
#include "syntax/statements/services.h"

namespace paisql::session {

Status RunService(const syntax::ServiceStatement& statement, Run& run);

}  // namespace paisql::session
