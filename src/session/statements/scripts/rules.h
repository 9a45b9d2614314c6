#pragma once

// What the platform asks of a script before any of it runs: the order of its statements and how
// many of a kind there may be. Private to this folder.

#include "base/result.h"
#include "syntax/script.h"

namespace paisql::session {

enum class StatementKind { kDdl, kDml, kShown, kMakesTable, kVariables, kElse };
StatementKind KindOf(const syntax::Statement& statement);

// Whether a statement of the script is DDL or changes rows that are there.
bool ChangesTables(const syntax::Script& script);

// kSemantic at the statement that stands in the wrong place. `serial`: each statement is a
// transaction of its own, so the order is free.
Status CheckRules(const syntax::Script& script, bool serial);

}  // namespace paisql::session
