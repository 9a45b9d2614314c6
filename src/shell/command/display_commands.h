#pragma once

// Commands about how results are shown. What they change are settings, so that SET and they are
// one.

#include <string>

#include "shell/command/commands.h"

namespace paisql::shell {

// SET name=value; what went wrong has been told. The exit status as a command gives it.
int ChangeSetting(const std::string& name, const std::string& value, CommandContext& context);

int SetFormat(const std::string& arguments, CommandContext& context);
int SetExpanded(const std::string& arguments, CommandContext& context);
int SetPager(const std::string& arguments, CommandContext& context);
// \g in a line of its own.
int ExplainEnding(const std::string& arguments, CommandContext& context);

}  // namespace paisql::shell
