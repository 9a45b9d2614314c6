#pragma once

// The tools that read scripts or a home and print what they find.

#include <string>

#include "script/inputs.h"
#include "script/options/flags.h"
#include "session/session.h"
#include "store/upkeep/verification.h"

namespace paisql::tools {

// `paisql check FILE|FOLDER…`: every error and warning of scripts, without running them. The
// session works on a copy of the catalog, so that what a script makes counts for what follows in
// it. Files are checked as one run in the order in which they are named. Every .sql file below a
// folder stands for the folder; with a folder among them, files that read what others make come
// after them, and `quit;` ends its file alone. Findings go to standard output, as text or JSON; how
// many there are goes to standard error. The exit status: 0 without errors, 1 with one, 2 for files
// that cannot be read, 3 when the home cannot be read.
int RunCheck(const script::Flags& flags, session::SessionOptions options);

// `paisql lineage FILE|FOLDER…`: where the tables and columns that scripts write come from. Nothing
// runs: the session works on a copy of the catalog, as that of `paisql check` does. Every .sql file
// below a folder stands for the folder. Files that read what others make come after them. The
// lineage goes to standard output as text, JSON, a graph of Graphviz or a drawing of it; what is
// wrong with statements goes to standard error, and the lineage has the others. The exit status: 0,
// 1 when a statement was wrong, 2 for files that cannot be read, 3 when the home cannot be read or
// the drawing cannot be made.
int RunLineage(const script::Flags& flags, session::SessionOptions options);

// `paisql catalog [URL|sqlite]`: tells where the home keeps its catalog, or moves it there: to the
// server of the postgresql:// URL, or back into catalog.sqlite (store/move_catalog.h). The place
// goes to standard output. The exit status: 0, 3 for a home that cannot be read or a catalog that
// stays where it was.
int RunCatalog(const std::string& home_path, const std::string& target);

// `paisql verify [--repair [--give-up-missing]]`: checks a home, and mends what can be mended.
// Findings go to standard output, one a line; what was checked goes to standard error, with the
// progress on a terminal. The exit status: 0 when nothing is wrong, 1 with findings, also when they
// were mended, 3 for a home or catalog that cannot be read. What `options` say of reports, progress
// and stopping is set here.
int RunVerify(const std::string& home_path, const jobs::Installation& installation,
              store::VerifyOptions options);

}  // namespace paisql::tools
