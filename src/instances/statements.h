#pragma once

// The statements of a submission before they run: how its settings change them, and what they
// write. Pure. Private to instances.

#include <string>
#include <vector>

#include "instances/instance.h"
#include "syntax/lexer/lexer.h"
#include "syntax/statement.h"

namespace paisql::instances {

struct AskedStatement {
  syntax::StatementText text;
  syntax::StatementPtr parsed;      // null where the text cannot be read by itself
  std::vector<std::string> writes;  // "project.name" of the tables that it makes, changes or drops
};

// Whether the client wants to know the columns of a query, and no rows (odps.sql.task.mode).
bool WantsLineage(const Submission& asked);

// Script mode may be one of the session's settings (odps.sql.submit.mode).
syntax::SplitMode SplitModeOf(const session::Session& session);

// ODPS-0130013 where odps.sql.read.only is set and the statement may write. Names without a project
// are of `place`.
Result<AskedStatement> ReadStatement(const Submission& asked, syntax::StatementText text,
                                     const std::string& place);

}  // namespace paisql::instances
