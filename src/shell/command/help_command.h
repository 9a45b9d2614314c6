#pragma once

// `help topic` and `\h topic`: HELP without a semicolon.

#include <string>

#include "shell/command/commands.h"

namespace paisql::shell {

int ShowHelp(const std::string& topic, CommandContext& context);

}  // namespace paisql::shell
