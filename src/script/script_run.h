#pragma once

// A run of what -f and -e name, from the reading of its files to the exit status: parsed whole,
// checked, then run statement by statement.

#include <memory>
#include <string>
#include <vector>

#include "script/inputs.h"
#include "script/options/flags.h"
#include "script/reporter.h"
#include "script/shell_sink.h"
#include "session/session.h"

namespace paisql::script {

// Null after telling why.
std::unique_ptr<session::Session> OpenSession(session::SessionOptions options, Reporter& reporter);

// `command` is the program's own command, for the one that resumes. Ctrl-C ends the program at once
// as long as nothing has run.
int RunScripts(const Flags& flags, const SinkOptions& view, std::vector<ScriptFile> files,
               session::SessionOptions options, const std::vector<std::string>& command);

}  // namespace paisql::script
