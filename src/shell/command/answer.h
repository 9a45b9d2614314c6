#pragma once

// What commands share: they run statements as somebody at the prompt would, and tell how a call of
// the session ended.

#include <string>

#include "shell/command/commands.h"

namespace paisql::shell {

// Runs the text without making it the statement that \watch repeats.
int RunAside(const std::string& text, CommandContext& context);

// The exit status of a call; an error is told without its place, since nobody has typed its text.
int Report(const Result<session::Outcome>& outcome, CommandContext& context);

// Says what is wrong with the way in which a command was written.
int RefuseUse(const std::string& problem, const std::string& use, const CommandContext& context);

}  // namespace paisql::shell
