#pragma once

// \watch: the last statement again and again.

#include <string>

#include "shell/command/commands.h"

namespace paisql::shell {

// "2", "0.5 10": every so many seconds, so many times, else until Ctrl-C or a failure.
int Watch(const std::string& arguments, CommandContext& context);

}  // namespace paisql::shell
