#pragma once

// Connections to the database of a home's catalog. Private to the store.

#include <functional>

#include "store/database/database.h"
#include "store/home/home.h"

namespace paisql::store {

// Opens the database as it is: it may be empty, or of an older version. Where home.conf names a
// server it is there, else in catalog.sqlite. A read-only home's is
// opened for reading alone. Where SQLite can make none of its lock files the database can still be
// read as it stands, provided that no writer left changes in the write-ahead log.
// Connecting to a server ends early once `waiting_ended` is true, with kInstanceCancelled.
Result<Database> OpenCatalogDatabase(const Home& home, std::function<bool()> waiting_ended = {});

// When a commit of SQLite is on the disk. A server decides that for itself.
enum class Durability {
  kEachCommit,  // it survives the loss of power
  kSoon,        // a kill loses nothing of it, the loss of power perhaps the last commits
};

// What every connection that reads and writes needs, once the schema is there.
Status SetUpConnection(Database& database, Durability durability = Durability::kEachCommit);

// Makes `copy`, a database of SQLite in memory that is empty, the same catalog as `from`.
Status CopyCatalog(Database& from, Database& copy);

// Makes `copy`, such a database, what the home's catalog is now. Nothing is written in the
// home.
Status CopyCatalogDatabase(const Home& home, Database& copy);

}  // namespace paisql::store
