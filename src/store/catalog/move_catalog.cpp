#include "store/move_catalog.h"

#include <cerrno>
#include <cstdio>

#include "store/catalog.h"
#include "store/catalog/catalog_copy.h"
#include "store/catalog/catalog_database.h"
#include "store/catalog/migrations.h"
#include "store/catalog/server_catalog.h"
#include "store/files/files.h"
#include "store/home/home_settings.h"
#include "store/postgres/postgres.h"
#include "store/sqlite/sqlite.h"

namespace paisql::store {
namespace {

Status RenameInHome(const std::string& from, const std::string& to, const Home& home) {
  if (std::rename(from.c_str(), to.c_str()) != 0) return FileError("rename", from, errno);
  return Sync({home.path()});
}

// Holds the file so that no other process can read or write it.
Status HoldAlone(Database& file, const Home& home) {
  // Before the first use: the lock is then on the whole file, which others have while it is open.
  Status held = file.Script("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
  if (held.ok() || held.error().code != ErrorCode::kEnvironment) return held;
  return Error{ErrorCode::kEnvironment,
               "other processes use home " + home.path() + ", so its catalog cannot move",
               {},
               "end them, then run the command again"};
}

Status MoveToServer(const Home& home, const std::string& address) {
  PAISQL_TRY(CheckPostgresAddress(address));
  PAISQL_TRY(Catalog::Open(home));  // brings it to the newest version
  PAISQL_ASSIGN(Database server, OpenPostgres(address, kBusyTimeoutMs));
  PAISQL_ASSIGN(Database file, OpenSqlite(home.CatalogPath(), SqliteAccess::kReadWrite, 0));
  PAISQL_TRY(HoldAlone(file, home));
  std::string id;
  {
    PAISQL_ASSIGN(Transaction transaction, server.BeginWrite());
    PAISQL_TRY(CheckHasNoCatalog(server, home));
    PAISQL_ASSIGN(id, MakeServerCatalog(file, server, home));
    PAISQL_TRY(CompareCatalogs(file, server));
    PAISQL_TRY(transaction.Commit());
  }
  PAISQL_TRY(WriteHomeSettings(home.path(), {address, id}));
  // Processes that wait for the file find that it is not the catalog any more.
  PAISQL_TRY(file.Script("PRAGMA application_id = " + std::to_string(kMovedApplicationId)));
  PAISQL_TRY(file.Script("COMMIT"));
  return RenameInHome(home.CatalogPath(), home.CatalogPath() + ".moved", home);
}

Status MoveToFile(const Home& home) {
  PAISQL_TRY(Catalog::Open(home));
  PAISQL_ASSIGN(Database server, OpenCatalogDatabase(home));
  const std::string path = home.CatalogPath() + ".new";
  for (const char* part : {"", "-wal", "-shm", "-journal"}) PAISQL_TRY(RemoveFile(path + part));
  PAISQL_ASSIGN(Transaction transaction, server.BeginWrite());
  {
    PAISQL_ASSIGN(Database file, OpenSqlite(path, SqliteAccess::kReadWrite, 0));
    PAISQL_TRY(CopyCatalogFromServer(server, file));
    PAISQL_TRY(CompareCatalogs(file, server));
    PAISQL_TRY(file.Script("PRAGMA journal_mode = WAL"));
  }
  PAISQL_TRY(Sync({path}));
  PAISQL_TRY(MarkMoved(server));
  PAISQL_TRY(transaction.Commit());
  PAISQL_TRY(RenameInHome(path, home.CatalogPath(), home));
  return WriteHomeSettings(home.path(), {});
}

}  // namespace

Result<std::string> CatalogPlace(const Home& home) {
  PAISQL_ASSIGN(const HomeSettings settings, ReadHomeSettings(home.path()));
  if (settings.catalog.empty()) return std::string("catalog.sqlite");
  PAISQL_ASSIGN(Database server, OpenCatalogDatabase(home));
  return PostgresName(server);
}

Status MoveCatalog(const Home& home, const std::string& target) {
  if (!home.writable()) {
    return Error{ErrorCode::kEnvironment,
                 "home is read-only: " + home.path() + " cannot be written",
                 {},
                 "get permission to write there"};
  }
  PAISQL_ASSIGN(const HomeSettings settings, ReadHomeSettings(home.path()));
  const bool in_file = settings.catalog.empty();
  if (in_file != (target == kCatalogInFile)) {
    return in_file ? MoveToServer(home, target) : MoveToFile(home);
  }
  return Error{
      ErrorCode::kEnvironment,
      in_file ? "the catalog is in catalog.sqlite already" : "the catalog is on a server already",
      {},
      in_file ? "" : "move it to sqlite first, and from there to another server"};
}

}  // namespace paisql::store
