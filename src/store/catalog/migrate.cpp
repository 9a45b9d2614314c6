#include "store/catalog/migrations.h"
#include "store/files/clock.h"

namespace paisql::store {

Error CatalogHasMoved(const std::string& home_path) {
  return Error{ErrorCode::kEnvironment,
               "the catalog of home " + home_path + " has moved to a server",
               {},
               "run the statement again"};
}

Result<int> ReadSchemaVersion(Database& database, const std::string& home_path) {
  // In one transaction, since another process may be making the catalog right now.
  PAISQL_ASSIGN(Transaction reading, database.BeginRead());
  PAISQL_ASSIGN(const auto version, database.QueryInt("PRAGMA user_version"));
  PAISQL_ASSIGN(const auto application, database.QueryInt("PRAGMA application_id"));
  if (application == kMovedApplicationId) {
    return CatalogHasMoved(home_path);
  }
  if (application != kApplicationId) {
    PAISQL_ASSIGN(const auto tables, database.QueryInt("SELECT COUNT(*) FROM sqlite_schema"));
    if (application != 0 || version != 0 || tables != 0) {
      return Error{ErrorCode::kEnvironment,
                   "catalog.sqlite in " + home_path + " is not a catalog of paisql",
                   {},
                   "choose another --home"};
    }
    return 0;
  }
  if (version < 1) {
    return Error{ErrorCode::kDamaged,
                 "catalog.sqlite in " + home_path + " has the impossible version " +
                     std::to_string(*version),
                 {},
                 "put a saved copy of the whole home back, or choose another --home"};
  }
  if (version > kSchemaVersion) {
    return Error{ErrorCode::kEnvironment,
                 "home " + home_path + " was made by a newer paisql (catalog version " +
                     std::to_string(*version) + ", this program knows " +
                     std::to_string(kSchemaVersion) + ")",
                 {},
                 "use that program, or another --home"};
  }
  return static_cast<int>(*version);
}

Status Migrate(Database& database, int from_version, int to_version) {
  for (int version = from_version; version < to_version; ++version) {
    PAISQL_ASSIGN(Transaction transaction, database.BeginWrite());
    PAISQL_TRY(database.Script(MigrationScript(version)));
    if (version == 0) {
      PAISQL_TRY(
          database.Run("INSERT INTO projects (name, owner, comment, created_ms) "
                       "VALUES (?1, ?2, '', ?3)",
                       kDefaultProject, UserName(), NowMs()));
      PAISQL_TRY(database.Script("PRAGMA application_id = " + std::to_string(kApplicationId)));
    }
    PAISQL_TRY(database.Script("PRAGMA user_version = " + std::to_string(version + 1)));
    PAISQL_TRY(transaction.Commit());
  }
  return Status::Ok();
}

}  // namespace paisql::store
