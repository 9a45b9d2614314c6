#pragma once

// The catalog of a home in a database of PostgreSQL: which home it belongs to, its version, and its
// beginning. One schema of a database holds the catalog of one home. Private to the store.

#include <string>

#include "store/database/database.h"
#include "store/home/home.h"
#include "store/home/home_settings.h"

namespace paisql::store {

// The version of the catalog: 0 where there is none yet. kEnvironment when it belongs to another
// home or to one at another path, has moved away, or is missing though the home has had one there.
Result<int> ReadServerVersion(Database& server, const Home& home);

// Within a transaction of the server: makes the catalog's tables with the rows of `file`, a catalog
// of SQLite, and marks it as the home's. Returns its id.
Result<std::string> MakeServerCatalog(Database& file, Database& server, const Home& home);

// kEnvironment where the server's schema has a catalog, or what is left of one.
Status CheckHasNoCatalog(Database& server, const Home& home);

// Makes an empty catalog where there is none, and notes its id in home.conf.
Status BeginServerCatalog(Database& server, const Home& home);

// For a home that is at another path than before: the catalog is that of this path now. False where
// it was already. kEnvironment while the home is at the old path, too, and uses this database:
// this one is a copy then. One on another machine is not seen.
Result<bool> NotePathOfHome(Database& server, const Home& home);

// Brings a catalog of an older version to kSchemaVersion.
Status MigrateServer(Database& server, int from_version);

// Within a transaction of the server: every process that still uses the catalog fails from now on,
// at the latest when it changes something.
Status MarkMoved(Database& server);

// Whether the home's catalog was there and is marked as moved. Errors as those of
// ReadServerVersion, but the home may be at another path than before.
Result<bool> HasMovedAway(Database& server, const Home& home);

}  // namespace paisql::store
