#pragma once

// A whole catalog from one kind of database into another: its tables, rows and the next ids. The
// migrations make the tables in a new SQLite database, and the server gets the same ones; other
// tables of the file are not copied. Private to the store.

#include "store/database/database.h"

namespace paisql::store {

// Makes the tables of `file`, a catalog of SQLite of the newest version, with all rows, in the
// server's database. Within a transaction of the server.
Status CopyCatalogToServer(Database& file, Database& server);

// Makes `file`, a database of SQLite that is empty, the catalog that the server has. Within a
// transaction of the server.
Status CopyCatalogFromServer(Database& server, Database& file);

// kDamaged unless each table has as many rows in both.
Status CompareCatalogs(Database& file, Database& server);

}  // namespace paisql::store
