#pragma once

// Handlers of statements about the session itself.

#include "session/state.h"
#include "syntax/statements/commands.h"

namespace paisql::session {

Status RunSet(const syntax::SetStatement& statement, Run& run);
Status RunUnset(const syntax::UnsetStatement& statement, Run& run);
Status RunVariable(const syntax::VariableStatement& statement, Run& run);
Status RunAlias(const syntax::AliasStatement& statement, Run& run);
Status RunUse(const syntax::UseStatement& statement, Run& run);

}  // namespace paisql::session
