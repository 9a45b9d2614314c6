#pragma once

// The command that goes on with a run where it stopped. Pure functions.

#include <string>
#include <string_view>
#include <vector>

#include "script/program.h"

namespace paisql::script {

// The word as a shell of POSIX takes it: in quotes where it needs them.
std::string ShellQuoted(std::string_view word);

// The program's own command with --from `number` in place of what said where to begin. Secrets are
// taken out: whoever resumes writes them again.
std::string ResumeCommand(const std::vector<std::string>& command, size_t number);
bool HidesSecrets(const std::vector<std::string>& command);

// Statements that set what later ones of the same session find, and nothing else: a run that is
// resumed in the middle of a script repeats those before it.
bool SetsState(const Step& step);

}  // namespace paisql::script
