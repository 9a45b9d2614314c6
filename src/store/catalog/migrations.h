#pragma once

// Brings a catalog's schema to kSchemaVersion. Private to the store.

#include <string>

#include "store/catalog.h"
#include "store/database/database.h"

namespace paisql::store {

inline constexpr int64_t kApplicationId = 0x50414953;       // "PAIS"
inline constexpr int64_t kMovedApplicationId = 0x5041494D;  // of a catalog that moved away
inline constexpr const char* kDefaultProject = "default_project";

// The statements that make version + 1 of `version`.
const char* MigrationScript(int version);

// For a process that has opened the file before its catalog moved to a server.
Error CatalogHasMoved(const std::string& home_path);

// The version of an open database: 0 for an empty file. A database of another program or of a newer
// version is kEnvironment.
Result<int> ReadSchemaVersion(Database& database, const std::string& home_path);

// Applies what is missing, each migration in one transaction together with its version stamp. The
// caller keeps other processes from migrating at the same time. Tests make old catalogs by ending
// earlier.
Status Migrate(Database& database, int from_version, int to_version = kSchemaVersion);

}  // namespace paisql::store
