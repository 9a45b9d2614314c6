#pragma once

// Temporary tables: ordinary tables in a schema of their project that belongs to one session and
// that no list names. The schema carries the name of the session's lease, so that whoever opens the
// home next can tell the tables of a session that was killed, and drops them.

#include <string>

#include "base/result.h"

namespace paisql::store {

class Catalog;

// The schema of the session with this lease.
std::string TemporarySchema(const std::string& lease);
// Makes it in the project, where it is missing.
Status MakeTemporarySchema(Catalog& catalog, const std::string& project, const std::string& schema);
// Drops it with all tables, in all projects. Files go with the next sweep.
Status DropTemporarySchema(Catalog& catalog, const std::string& schema);
// Drops those whose sessions are gone.
Status DropLeftTemporarySchemas(Catalog& catalog);

}  // namespace paisql::store
