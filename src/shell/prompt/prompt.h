#pragma once

// The prompt: lines are read with readline until they make whole statements, which are then run.
// Nothing of readline is touched before the first prompt.

#include <string>

#include "session/session.h"
#include "shell/script/runner.h"
#include "shell/shell_sink.h"

namespace paisql::shell {

// Returns the exit status when the user leaves.
int RunPrompt(session::Session& session, Runner& runner, ShellSink& sink,
              const std::string& home_path);

}  // namespace paisql::shell
