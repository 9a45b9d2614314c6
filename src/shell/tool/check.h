#pragma once

// `paisql check FILE…`: every error and warning of scripts, without running them. The session works
// on a copy of the catalog, so that what a script makes counts for what follows in it.

#include "session/session.h"
#include "shell/flags.h"
#include "shell/script/inputs.h"

namespace paisql::shell {

// Findings go to standard output, as text or JSON; how many there are goes to standard error. The
// exit status: 0 without errors, 1 with one, 3 when the home cannot be read.
int RunCheck(const std::vector<ScriptFile>& files, Format format, session::SessionOptions options);

}  // namespace paisql::shell
