#pragma once

// UPDATE, DELETE and MERGE, also where another statement stands for one. Private to this room.

#include "session/state.h"
#include "syntax/statements/rows.h"

namespace paisql::session {

// Changes the rows, and runs again while other writers get in the way. `judged`: another statement
// stands for this one, whose warnings and data flow are told, and which may read all partitions.
Status ChangeRows(const syntax::RowChangeStatement& statement, bool judged, Run& run);

// INSERT INTO a table with a PRIMARY KEY: a row whose key is there, in its partition, takes the
// place of the one that has it.
Status RunUpsert(const syntax::InsertStatement& statement, Run& run);

}  // namespace paisql::session
