#include "store/instances/open_book.h"

#include <sys/stat.h>

#include "store/instances/instance_book.h"
#include "store/sqlite/sqlite.h"

namespace paisql::store {

namespace {

constexpr int kBusyMs = 10000;
// Of another form than this program's a book is set aside: it holds what is forgotten anyway.
constexpr int64_t kVersion = 1;

constexpr const char* kTables =
    "CREATE TABLE IF NOT EXISTS instances ("
    "id TEXT NOT NULL UNIQUE, project TEXT NOT NULL, user TEXT NOT NULL, server TEXT NOT NULL, "
    "unique_id TEXT NOT NULL, query TEXT NOT NULL, submission TEXT NOT NULL, "
    "state TEXT NOT NULL, priority INTEGER NOT NULL, submitted_ms INTEGER NOT NULL, "
    "ended_ms INTEGER NOT NULL DEFAULT 0, message TEXT NOT NULL DEFAULT '', "
    "outcome TEXT NOT NULL DEFAULT '{}', rows BLOB, file_bytes INTEGER NOT NULL DEFAULT 0, "
    "expired INTEGER NOT NULL DEFAULT 0, stop INTEGER NOT NULL DEFAULT 0) STRICT;"
    "CREATE INDEX IF NOT EXISTS by_unique_id ON instances (unique_id) WHERE unique_id <> '';"
    "CREATE INDEX IF NOT EXISTS active ON instances (state) "
    "WHERE state IN ('waiting', 'running');"
    "CREATE INDEX IF NOT EXISTS to_stop ON instances (server) WHERE stop = 1;";

Error OtherForm(const std::string& path) {
  return Error{ErrorCode::kDamaged, "the book " + path + " has another form", {}, ""};
}

Status MakeTables(Database& database, const std::string& path) {
  PAISQL_ASSIGN(const auto version, database.QueryInt("PRAGMA user_version"));
  if (version == kVersion) return Status::Ok();
  if (version != 0) return OtherForm(path);
  PAISQL_ASSIGN(Transaction transaction, database.BeginWrite());
  PAISQL_TRY(database.Script(kTables));
  PAISQL_TRY(database.Script("PRAGMA user_version = " + std::to_string(kVersion)));
  return transaction.Commit();
}

}  // namespace

std::string BookPath(const Home& home) { return InstanceBook::Folder(home) + "/book.sqlite"; }

// The log is taken in by InstanceBook::Checkpoint, so that no statement waits for the disk.
Result<Database> OpenBook(const std::string& path) {
  PAISQL_ASSIGN(Database database, OpenSqlite(path, SqliteAccess::kReadWrite, kBusyMs));
  // Statements of users stand in it, also those with secrets.
  chmod(path.c_str(), S_IRUSR | S_IWUSR);
  PAISQL_TRY(database.Script("PRAGMA journal_mode = WAL"));
  PAISQL_TRY(database.Script("PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0"));
  PAISQL_TRY(MakeTables(database, path));
  return database;
}

Result<Database> LookAtBook(const std::string& path) {
  return OpenSqlite(path, SqliteAccess::kReadOnly, kBusyMs);
}

}  // namespace paisql::store
