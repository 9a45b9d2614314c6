#pragma once

// \chart: the last result as a picture, on the terminal or in a file.

#include <string>

#include "shell/command/commands.h"

namespace paisql::shell {

// "[bar|line|hist|scatter] [x] [y] [> file.svg|file.png]"
int ChartLastResult(const std::string& arguments, CommandContext& context);

}  // namespace paisql::shell
