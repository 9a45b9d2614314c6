#pragma once

// Handlers of statements that show what there is.

#include "session/state.h"
#include "syntax/statements/show.h"

namespace paisql::session {

Status RunShow(const syntax::ShowStatement& statement, Run& run);
Status RunDescribe(const syntax::DescribeStatement& statement, Run& run);

// \d name: `statement` is DESC of it. kInvalidCommand for a DESC of anything else.
Status ShowOverview(const syntax::Statement& statement, bool samples, Run& run);

}  // namespace paisql::session
