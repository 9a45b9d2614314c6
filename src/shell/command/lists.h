#pragma once

// \d, \dt, \dv, \df and \l: what there is. \peek: what a file holds.

#include <string>

#include "shell/command/commands.h"

namespace paisql::shell {

int DescribeOrList(const std::string& arguments, CommandContext& context);    // \d [name]
int DescribeWithRows(const std::string& arguments, CommandContext& context);  // \d+ name
int ListTables(const std::string& arguments, CommandContext& context);
int ListViews(const std::string& arguments, CommandContext& context);
int ListFunctions(const std::string& arguments, CommandContext& context);
int ListProjects(const std::string& arguments, CommandContext& context);
int LookIntoFile(const std::string& arguments, CommandContext& context);  // \peek file

}  // namespace paisql::shell
