#include "store/move_catalog.h"

#include <fcntl.h>
#include <sys/file.h>

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

// What was written before the catalog's old place was given up becomes the catalog.
std::string NewFile(const Home& home) { return home.CatalogPath() + ".new"; }

Status RenameInHome(const std::string& from, const std::string& to, const Home& home) {
  if (std::rename(from.c_str(), to.c_str()) != 0) return FileError("rename", from, errno);
  return Sync({home.path()});
}

// One move at a time on this machine.
Result<Descriptor> LockMoves(const Home& home) {
  Descriptor folder(open(home.LeasesPath().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.open()) return FileError("open", home.LeasesPath(), errno);
  if (flock(folder.get(), LOCK_EX | LOCK_NB) == 0) return folder;
  return Error{ErrorCode::kEnvironment,
               "another process is moving the catalog of home " + home.path(),
               {},
               "wait for it"};
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

// Processes that wait for the file, which is held alone, find that it is not the catalog any more.
// All of it is in the one file then, without a log.
Status GiveUpFile(Database& file) {
  return file.Script("PRAGMA application_id = " + std::to_string(kMovedApplicationId) +
                     "; COMMIT; PRAGMA journal_mode = DELETE");
}

// What SQLite keeps beside a file.
Status RemoveLogs(const std::string& path) {
  for (const char* part : {"-wal", "-shm", "-journal"}) PAISQL_TRY(RemoveFile(path + part));
  return Status::Ok();
}

// Of a file that was given up.
Status SetFileAside(const Home& home) {
  PAISQL_TRY(RemoveLogs(home.CatalogPath()));
  return RenameInHome(home.CatalogPath(), home.CatalogPath() + ".moved", home);
}

Result<std::string> CopyToServer(Database& file, Database& server, const Home& home) {
  PAISQL_ASSIGN(Transaction transaction, server.BeginWrite());
  PAISQL_TRY(CheckHasNoCatalog(server, home));
  PAISQL_ASSIGN(std::string id, MakeServerCatalog(file, server, home));
  PAISQL_TRY(CompareCatalogs(file, server));
  PAISQL_TRY(transaction.Commit());
  return id;
}

Status MoveToServer(const Home& home, const std::string& address) {
  PAISQL_TRY(CheckPostgresAddress(address));
  PAISQL_TRY(Catalog::Open(home));  // brings it to the newest version
  PAISQL_ASSIGN(Database server, OpenPostgres(address, kBusyTimeoutMs));
  {
    PAISQL_ASSIGN(Database file, OpenSqlite(home.CatalogPath(), SqliteAccess::kReadWrite, 0));
    PAISQL_TRY(HoldAlone(file, home));
    PAISQL_ASSIGN(const std::string id, CopyToServer(file, server, home));
    PAISQL_TRY(WriteHomeSettings(home.path(), {address, id}));
    PAISQL_TRY(GiveUpFile(file));
  }
  return SetFileAside(home);
}

Status RemoveNewFile(const Home& home) {
  PAISQL_TRY(RemoveFile(NewFile(home)));
  return RemoveLogs(NewFile(home));
}

// The new file becomes the catalog. A log that an older one has left would be taken for its own.
Status TakeNewFile(const Home& home) {
  PAISQL_TRY(RemoveLogs(home.CatalogPath()));
  return RenameInHome(NewFile(home), home.CatalogPath(), home);
}

Status CopyToFile(Database& server, const Home& home) {
  const std::string path = NewFile(home);
  PAISQL_TRY(RemoveNewFile(home));
  {
    PAISQL_ASSIGN(Database file, OpenSqlite(path, SqliteAccess::kReadWrite, 0));
    PAISQL_TRY(CopyCatalogFromServer(server, file));
    PAISQL_TRY(CompareCatalogs(file, server));
    PAISQL_TRY(file.Script("PRAGMA journal_mode = WAL"));
  }
  return Sync({path, home.path()});
}

Status MoveToFile(const Home& home) {
  PAISQL_TRY(Catalog::Open(home));
  PAISQL_ASSIGN(Database server, OpenCatalogDatabase(home));
  {
    PAISQL_ASSIGN(Transaction transaction, server.BeginWrite());
    PAISQL_TRY(ReadServerVersion(server, home));  // another machine may have moved it meanwhile
    Status copied = CopyToFile(server, home);
    if (!copied.ok()) {
      // While the server holds the transaction no other machine writes the file.
      if (server.QueryInt("SELECT 1").ok()) (void)RemoveNewFile(home);
      return copied;
    }
    PAISQL_TRY(MarkMoved(server));
    PAISQL_TRY(transaction.Commit());
  }
  PAISQL_TRY(TakeNewFile(home));
  return WriteHomeSettings(home.path(), {});
}

Status FinishMoveToServer(const Home& home) {
  {
    PAISQL_ASSIGN(Database file, OpenSqlite(home.CatalogPath(), SqliteAccess::kReadWrite, 0));
    PAISQL_TRY(HoldAlone(file, home));
    PAISQL_TRY(GiveUpFile(file));
  }
  return SetFileAside(home);
}

// The steps of a move that died after its commit on the server, which is what decides: where it has
// the catalog no more, the file has it. True: there were some.
Result<bool> FinishMove(const Home& home) {
  PAISQL_ASSIGN(const HomeSettings settings, ReadHomeSettings(home.path()));
  const bool has_file = FileExists(home.CatalogPath());
  const bool has_new_file = FileExists(NewFile(home));
  if (settings.catalog.empty() || settings.catalog_id.empty()) return false;
  if (!has_file && !has_new_file) return false;
  PAISQL_ASSIGN(Database server, OpenPostgres(settings.catalog, kBusyTimeoutMs));
  PAISQL_ASSIGN(const bool moved, HasMovedAway(server, home));
  if (!moved) {
    if (!has_file) return false;  // a copy that was not finished, and which the next one replaces
    PAISQL_TRY(FinishMoveToServer(home));
    return true;
  }
  if (!has_file) PAISQL_TRY(TakeNewFile(home));
  PAISQL_TRY(WriteHomeSettings(home.path(), {}));
  return true;
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
  PAISQL_ASSIGN(const Descriptor lock, LockMoves(home));
  PAISQL_ASSIGN(const bool finished, FinishMove(home));
  PAISQL_ASSIGN(const HomeSettings settings, ReadHomeSettings(home.path()));
  const bool in_file = settings.catalog.empty();
  if (in_file != (target == kCatalogInFile)) {
    return in_file ? MoveToServer(home, target) : MoveToFile(home);
  }
  if (!in_file && target == settings.catalog) {
    PAISQL_ASSIGN(Database server, OpenCatalogDatabase(home));
    PAISQL_ASSIGN(const bool noted, NotePathOfHome(server, home));
    if (noted) return Status::Ok();
  }
  if (finished) return Status::Ok();
  return Error{
      ErrorCode::kEnvironment,
      in_file ? "the catalog is in catalog.sqlite already" : "the catalog is on a server already",
      {},
      in_file ? "" : "move it to sqlite first, and from there to another server"};
}

}  // namespace paisql::store
