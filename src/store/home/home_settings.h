#pragma once

// <home>/home.conf, in which a home says what is special about it: lines of the form key=value, and
// comments after a '#' that begins a word. No error shows a line, which may have a password. Most
// homes have no such file. Private to the store and its tools.

#include <string>

#include "base/result.h"

namespace paisql::store {

struct HomeSettings {
  std::string catalog;     // paisql.catalog: the address of a server; "" for catalog.sqlite
  std::string catalog_id;  // paisql.catalog.id: which catalog it is; "" before the first use
};

std::string HomeSettingsPath(const std::string& home_path);

// Whether a home is there: its catalog in the folder or on a server.
bool HasCatalog(const std::string& home_path);

// Nothing special when there is no file. kEnvironment for a line that means nothing.
Result<HomeSettings> ReadHomeSettings(const std::string& home_path);

// Replaces the file as a whole; it is on the disk afterwards. Nothing special removes it.
Status WriteHomeSettings(const std::string& home_path, const HomeSettings& settings);

}  // namespace paisql::store
