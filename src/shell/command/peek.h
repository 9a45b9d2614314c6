#pragma once

// \peek: what a file holds that TUNNEL UPLOAD would load.

#include <string>

#include "shell/command/commands.h"

namespace paisql::shell {

int PeekFile(const std::string& path, CommandContext& context);

}  // namespace paisql::shell
