#pragma once

// ~/.paisqlrc: statements and \commands that run before the first prompt. What fails is told with
// its place in the file, and the next one runs. Scripts (-e, -f, standard input) never read it:
// what a script does must not hang on who runs it.

#include <string>

#include "shell/command/commands.h"

namespace paisql::shell {

// The file that the variable PAISQLRC names, else ~/.paisqlrc; "" when there is none to run.
std::string InitFilePath();

// Tells what cannot be read, too.
void RunInitFile(const std::string& path, CommandContext& context);

}  // namespace paisql::shell
