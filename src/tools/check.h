#pragma once

// `paisql check FILE|FOLDER…`: every error and warning of scripts, without running them. The
// session works on a copy of the catalog, so that what a script makes counts for what follows in
// it.

#include "script/options/flags.h"
#include "session/session.h"

namespace paisql::tools {

// Files are checked as one run in the order in which they are named. Every .sql file below a folder
// stands for the folder; with a folder among them, files that read what others make come after
// them, and `quit;` ends its file alone. Findings go to standard output, as text or JSON; how many
// there are goes to standard error. The exit status: 0 without errors, 1 with one, 2 for files that
// cannot be read, 3 when the home cannot be read.
int RunCheck(const script::Flags& flags, session::SessionOptions options);

}  // namespace paisql::tools
