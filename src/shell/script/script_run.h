#pragma once

// A run of what -f and -e name, from the reading of its files to the exit status: parsed whole,
// checked, then run statement by statement.

#include <string>
#include <vector>

#include "session/session.h"
#include "shell/flags.h"
#include "shell/script/inputs.h"

namespace paisql::shell {

// `command` is the program's own command, for the one that resumes. Ctrl-C ends the program at once
// as long as nothing has run.
int RunScripts(const Flags& flags, std::vector<ScriptFile> files, session::SessionOptions options,
               const std::vector<std::string>& command);

}  // namespace paisql::shell
