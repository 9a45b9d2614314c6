#pragma once

// Clauses of CREATE TABLE and ALTER TABLE that say how a table is kept. Private to this room.

#include "analysis/context/state.h"
#include "syntax/statement.h"

namespace paisql::analysis {

// Refuses what changes the meaning of statements, and warns of what has no effect here.
Status CheckClauses(State& state, const syntax::CreateTableStatement& statement);
Status CheckProperties(State& state,
                       const std::map<std::string, syntax::TableProperty>& properties);

}  // namespace paisql::analysis
