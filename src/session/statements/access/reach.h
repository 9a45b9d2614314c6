#pragma once

// Statements that read or write files of this machine by their paths. Users of a server have
// another machine, and what they may do ends at what the home gives them.

#include "session/state.h"

namespace paisql::session {

// ODPS-0130013 for such a statement of a user of a server, and for one that would lift the
// confinement of the user's code. A location of rows is checked where it is resolved
// (external_files.h), and a script of TRANSFORM where it starts.
Status CheckReach(const syntax::Statement& statement, Run& run);

}  // namespace paisql::session
