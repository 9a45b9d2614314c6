#pragma once

// A home's catalog moves as a whole between catalog.sqlite and a database of PostgreSQL. The files
// of the tables stay where they are. Whatever fails leaves the catalog where it was, with an error
// that names the cure. A move that is killed loses nothing: until the commit on the server the
// catalog is in its old place, and after it the next move finishes what was left to do. A move to a
// server that is killed between that commit and the note in home.conf leaves the catalog in its
// file, and on the server a copy, which the next move there names.

#include <string>

#include "base/result.h"
#include "store/home/home.h"

namespace paisql::store {

inline constexpr const char* kCatalogInFile = "sqlite";

// "catalog.sqlite", or "host:port/database" of a server that was asked.
Result<std::string> CatalogPlace(const Home& home);

// `target` is the address of a server, whose schema has no catalog, or kCatalogInFile; or that of
// the home's own catalog, when the home is at another path than before. kEnvironment while other
// processes use a catalog that is to leave its file. Those that use one on a server have to start
// again: every change and every look at rows fails from then on, but a list of names may still be
// the old one's.
Status MoveCatalog(const Home& home, const std::string& target);

}  // namespace paisql::store
