#include "store/catalog/catalog_database.h"

#include <filesystem>
#include <system_error>

#include "store/catalog.h"
#include "store/catalog/catalog_copy.h"
#include "store/catalog/migrations.h"
#include "store/catalog/server_catalog.h"
#include "store/files/files.h"
#include "store/home/home_settings.h"
#include "store/postgres/postgres.h"
#include "store/sqlite/sqlite.h"

namespace paisql::store {
namespace {

Result<Database> OpenReadOnly(const Home& home) {
  const std::string path = home.CatalogPath();
  PAISQL_ASSIGN(Database shared, OpenSqlite(path, SqliteAccess::kReadOnly, kBusyTimeoutMs));
  auto probe = shared.QueryInt("SELECT COUNT(*) FROM sqlite_schema");
  if (probe.ok()) return shared;
  const std::string log = path + "-wal";
  if (FileExists(log)) {
    PAISQL_ASSIGN(const int64_t bytes, FileSize(log));
    if (bytes > 0) {
      return Error{ErrorCode::kEnvironment,
                   "home is read-only: " + home.path() +
                       " holds changes that a killed process left, and they cannot be taken in",
                   {},
                   "open it once with permission to write, or choose another --home"};
    }
  }
  PAISQL_ASSIGN(Database alone, OpenSqlite(path, SqliteAccess::kImmutable, kBusyTimeoutMs));
  PAISQL_TRY(alone.QueryInt("SELECT COUNT(*) FROM sqlite_schema"));
  return alone;
}

Error TwoCatalogs(const Home& home, const HomeSettings& settings) {
  const std::string command = "`paisql catalog --home " + home.path() + " ";
  return Error{ErrorCode::kEnvironment,
               "home " + home.path() + " has two catalogs: catalog.sqlite and that of home.conf",
               {},
               settings.catalog_id.empty()
                   ? "move home.conf away, then " + command + "ADDRESS` moves the catalog"
                   : command +
                         "sqlite`, or the same with the address, finishes a move that was "
                         "broken off; otherwise move the one away that is not the home's"};
}

}  // namespace

Result<Database> OpenCatalogDatabase(const Home& home, std::function<bool()> waiting_ended) {
  PAISQL_ASSIGN(const HomeSettings settings, ReadHomeSettings(home.path()));
  if (!settings.catalog.empty()) {
    if (FileExists(home.CatalogPath())) return TwoCatalogs(home, settings);
    return OpenPostgres(settings.catalog, kBusyTimeoutMs, std::move(waiting_ended));
  }
  if (!home.writable()) return OpenReadOnly(home);
  return OpenSqlite(home.CatalogPath(), SqliteAccess::kReadWrite, kBusyTimeoutMs);
}

Status SetUpConnection(Database& database, Durability durability) {
  if (database.kind() != DatabaseKind::kSqlite) return Status::Ok();
  PAISQL_TRY(database.Script("PRAGMA foreign_keys = ON; PRAGMA cell_size_check = ON"));
  // FULL makes a commit survive the loss of power, which WAL with NORMAL does not.
  return database.Script(durability == Durability::kEachCommit ? "PRAGMA synchronous = FULL"
                                                               : "PRAGMA synchronous = NORMAL");
}

// Without a write-ahead log the file alone is the database, and reading it so leaves no lock
// file. If a writer makes a log meanwhile, the copy is made again, with locks.
Status CopyCatalogDatabase(const Home& home, Database& copy) {
  PAISQL_ASSIGN(const HomeSettings settings, ReadHomeSettings(home.path()));
  if (!settings.catalog.empty()) {
    PAISQL_ASSIGN(Database server, OpenCatalogDatabase(home));
    PAISQL_ASSIGN(const int version, ReadServerVersion(server, home));
    return version == 0 ? Migrate(copy, 0) : CopyCatalog(server, copy);
  }
  const std::string path = home.CatalogPath();
  const auto has_log = [&] {
    const Result<int64_t> bytes = FileSize(path + "-wal");
    return bytes.ok() && *bytes > 0;
  };
  const auto changed = [&] {
    std::error_code ignored;
    return std::filesystem::last_write_time(path, ignored);
  };
  if (!has_log()) {
    const auto before = changed();
    PAISQL_ASSIGN(Database alone, OpenSqlite(path, SqliteAccess::kImmutable, 0));
    PAISQL_TRY(CopySqlite(alone, copy));
    if (!has_log() && changed() == before) return Status::Ok();
  }
  PAISQL_ASSIGN(Database shared, OpenReadOnly(home));
  return CopySqlite(shared, copy);
}

Status CopyCatalog(Database& from, Database& copy) {
  if (from.kind() == DatabaseKind::kSqlite) return CopySqlite(from, copy);
  // One state of it.
  PAISQL_ASSIGN(const Transaction reading, from.BeginRead());
  return CopyCatalogFromServer(from, copy);
}

}  // namespace paisql::store
