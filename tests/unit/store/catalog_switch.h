#pragma once

// The switch of the tests: with PAISQL_TEST_CATALOG, the address of a database
// (tests/postgres/with_server), each new home keeps its catalog there, in a schema of its own.

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "store/files/clock.h"
#include "store/home/home_settings.h"
#include "store/postgres/postgres.h"

namespace paisql::store {

// The address of a new schema, "" without the switch.
inline std::string NewCatalogAddress() {
  const char* address = std::getenv("PAISQL_TEST_CATALOG");
  if (address == nullptr || *address == '\0') return "";
  const std::string schema = "home_" + UniqueName();
  Result<Database> server = OpenPostgres(address, 1000);
  if (!server.ok() || !server->Script("CREATE SCHEMA " + schema).ok()) std::abort();
  return std::string(address) + "?options=-csearch_path%3D" + schema;
}

// Before the home is opened for the first time.
inline void PutCatalogOnServer(const std::string& home) {
  const std::string address = NewCatalogAddress();
  if (address.empty()) return;
  std::filesystem::create_directories(home);
  if (!WriteHomeSettings(home, {address, ""}).ok()) std::abort();
}

}  // namespace paisql::store
