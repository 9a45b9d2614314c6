#pragma once

// \dt and \dv: the tables and views of a project with rows, size, partitions, last change and
// comment, from the catalog alone.

#include <string>

#include "shell/command/commands.h"

namespace paisql::shell {

// `pattern` as in SHOW … LIKE; "" for all.
int ShowTableList(const std::string& pattern, bool views_only, CommandContext& context);

}  // namespace paisql::shell
