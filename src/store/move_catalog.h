#pragma once

// A home's catalog moves as a whole between catalog.sqlite and a database of PostgreSQL. The files
// of the tables stay where they are. Whatever fails leaves the catalog where it was, with an error
// that names the cure.

#include <string>

#include "base/result.h"
#include "store/home/home.h"

namespace paisql::store {

inline constexpr const char* kCatalogInFile = "sqlite";

// "catalog.sqlite", or "host:port/database" of a server that was asked.
Result<std::string> CatalogPlace(const Home& home);

// `target` is the address of a server, whose schema has no catalog, or kCatalogInFile. kEnvironment
// while other processes use a catalog that is to leave its file; those that use one on a server
// fail from then on, and have to start again.
Status MoveCatalog(const Home& home, const std::string& target);

}  // namespace paisql::store
