#pragma once

// Dropped tables by their names, for RESTORE and SHOW HISTORY.

#include <optional>
#include <string>
#include <utility>

#include "session/state.h"
#include "syntax/statement.h"

namespace paisql::session {

// What a name of one or two parts means, whether a table has it or not.
std::pair<std::string, std::string> ProjectAndName(const syntax::QualifiedName& name, Run& run);

// The dropped table of this name and id, or the newest one of the name; kTableNotFound with the
// cure.
Result<store::DroppedTable> FindDropped(const syntax::QualifiedName& name,
                                        const std::optional<int64_t>& id, Run& run);

}  // namespace paisql::session
