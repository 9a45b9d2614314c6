#pragma once

// The prompt: lines are read with readline until they make whole statements, which are then run.
// Nothing of readline is touched before the first prompt.

#include <string>

#include "script/runner.h"
#include "script/shell_sink.h"
#include "session/session.h"

namespace paisql::shell {

// Returns the exit status when the user leaves.
int RunPrompt(session::Session& session, script::Runner& runner, script::ShellSink& sink,
              const std::string& home_path);

}  // namespace paisql::shell
