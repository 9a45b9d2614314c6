#pragma once

// The command history.

#include "shell/command/commands.h"

namespace paisql::shell {

// Nothing after it: all; a number: so many of the last; else those that hold the text, in either
// letter case. Rows go to standard output, each with its number.
int ListHistory(const std::string& arguments, CommandContext& context);

}  // namespace paisql::shell
