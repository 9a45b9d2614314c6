#pragma once

// The prompt: lines are read with readline until they make whole statements, which are then run.
// Nothing of readline is touched before the first prompt.

#include <string>

#include "script/runner.h"
#include "script/shell_sink.h"
#include "session/session.h"
#include "shell/command/commands.h"

namespace paisql::shell {

// Returns the exit status when the user leaves.
int RunPrompt(session::Session& session, script::Runner& runner, script::ShellSink& sink,
              const std::string& home_path);

// The two lines with which a prompt on a terminal begins: what this is and where it works, and how
// to go on. They go to standard error. Nothing where standard error is not a terminal, or one that
// cannot move its cursor: programs drive those.
void ShowBanner(const session::Session& session, const std::string& home_path);

// ~/.paisqlrc: statements and \commands that run before the first prompt. What fails is told with
// its place in the file, and the next one runs. Scripts (-e, -f, standard input) never read it:
// what a script does must not hang on who runs it.

// The file that the variable PAISQLRC names, else ~/.paisqlrc; "" when there is none to run.
std::string InitFilePath();

// Tells what cannot be read, too.
void RunInitFile(const std::string& path, CommandContext& context);

}  // namespace paisql::shell
