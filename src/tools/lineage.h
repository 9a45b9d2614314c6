#pragma once

// `paisql lineage FILE|FOLDER…`: where the tables and columns that scripts write come from. Nothing
// runs: the session works on a copy of the catalog, as that of `paisql check` does.

#include "script/inputs.h"
#include "script/options/flags.h"
#include "session/session.h"

namespace paisql::tools {

// Every .sql file below a folder stands for the folder. Files that read what others make come
// after them. The lineage goes to standard output as text, JSON, a graph of Graphviz or a drawing
// of it; what is wrong with statements goes to standard error, and the lineage has the others. The
// exit status: 0, 1 when a statement was wrong, 2 for files that cannot be read, 3 when the home
// cannot be read or the drawing cannot be made.
int RunLineage(const script::Flags& flags, session::SessionOptions options);

}  // namespace paisql::tools
