#include "store/catalog/server_catalog.h"

#include <optional>
#include <utility>

#include "store/catalog/catalog_copy.h"
#include "store/catalog/migrations.h"
#include "store/files/clock.h"
#include "store/postgres/postgres.h"
#include "store/sqlite/sqlite.h"

namespace paisql::store {
namespace {

constexpr int64_t kMoved = -1;  // a version

constexpr const char* kMarks =
    "CREATE TABLE catalog_of_home ("
    "version BIGINT NOT NULL, id TEXT NOT NULL, home TEXT NOT NULL)";

Result<bool> HasTable(Database& server, const std::string& name) {
  PAISQL_ASSIGN(const auto found,
                server.QueryInt("SELECT to_regclass(quote_ident(current_schema()) || '.' || ?1) "
                                "IS NOT NULL",
                                name));
  return found.value_or(0) != 0;
}

Error Elsewhere(Database& server, const Home& home, const std::string& what,
                const std::string& hint) {
  return Error{ErrorCode::kEnvironment,
               "the database " + PostgresName(server) + " " + what + " home " + home.path(),
               {},
               hint};
}

// The one row that says whose catalog it is.
struct Marks {
  int64_t version = 0;
  std::string id;
  std::string home;
};

// Nothing when they are of another home.
Result<std::optional<Marks>> MarksOf(Database& server, const Home& home,
                                     const HomeSettings& settings) {
  PAISQL_ASSIGN(Statement row, server.Prepare("SELECT version, id, home FROM catalog_of_home"));
  PAISQL_ASSIGN(const bool found, row.Step());
  const bool same = found && (settings.catalog_id.empty() ? row.Text(2) == home.path()
                                                          : row.Text(1) == settings.catalog_id);
  if (!same) return std::optional<Marks>();
  return std::optional(Marks{row.Int(0), row.Text(1), row.Text(2)});
}

Result<Marks> ReadMarksOf(Database& server, const Home& home, const HomeSettings& settings) {
  PAISQL_ASSIGN(std::optional<Marks> marks, MarksOf(server, home, settings));
  if (marks.has_value()) return *std::move(marks);
  return Elsewhere(server, home, "has the catalog of another home, not that of",
                   "give each home a database or a schema of its own (docs/catalog.md)");
}

// Where a connection leads to, however its address is written.
Result<std::string> DatabasePlace(Database& server) {
  PAISQL_ASSIGN(Statement row, server.Prepare("SELECT pg_postmaster_start_time()::text || ' ' || "
                                              "current_database() || ' ' || current_schema()"));
  PAISQL_TRY(row.Step());
  return row.Text(0);
}

// Whether the home whose settings these are works with this very database. It is not so when its
// own cannot be reached, since this one can.
Result<bool> IsUsedBy(const HomeSettings& there, Database& server) {
  Result<Database> theirs = OpenPostgres(there.catalog, kBusyTimeoutMs);
  if (!theirs.ok()) return false;
  PAISQL_ASSIGN(const std::string their_place, DatabasePlace(*theirs));
  PAISQL_ASSIGN(const std::string place, DatabasePlace(server));
  return place == their_place;
}

// nullopt: the server has no catalog. The home may have moved to another path since the marks were
// made.
Result<std::optional<Marks>> FindMarks(Database& server, const Home& home,
                                       const HomeSettings& settings) {
  PAISQL_ASSIGN(const bool has_marks, HasTable(server, "catalog_of_home"));
  if (has_marks) {
    PAISQL_ASSIGN(Marks marks, ReadMarksOf(server, home, settings));
    return std::optional(std::move(marks));
  }
  if (!settings.catalog_id.empty()) {
    return Elsewhere(server, home, "has lost the catalog of",
                     "put a saved copy of the database back, or correct home.conf");
  }
  PAISQL_ASSIGN(const bool others, HasTable(server, "counters"));
  if (!others) return std::optional<Marks>();
  return Elsewhere(server, home, "has tables of another program where the catalog is to be, of",
                   "use an empty schema, see docs/catalog.md");
}

// kEnvironment for a home at another path.
Status CheckBelongs(Database& server, const Home& home, const HomeSettings& settings,
                    const Marks& marks) {
  if (marks.home != home.path()) {
    return Elsewhere(server, home, "has the catalog of home " + marks.home + ", not that of",
                     "a copy of a home needs a copy of its database; where the home itself is at "
                     "another path now, or this database is the copy, `paisql catalog --home " +
                         home.path() + " " + settings.catalog + "` notes it. That locks home " +
                         marks.home +
                         " out of this database, so end its sessions first, on all machines");
  }
  if (!settings.catalog_id.empty() || !home.writable()) return Status::Ok();
  return WriteHomeSettings(home.path(), {settings.catalog, marks.id});
}

// What a move of this home has left in a schema.
Error LeftByAMove(Database& server, const Home& home, const Marks& marks) {
  auto schema = server.Prepare("SELECT quote_ident(current_schema())");
  if (!schema.ok()) return std::move(schema).error();
  const Result<bool> named = schema->Step();
  if (!named.ok()) return named.error();
  const std::string drop = "name an empty schema, or DROP SCHEMA " + schema->Text(0) +
                           " CASCADE there, if nothing else is in it";
  if (marks.version == kMoved) {
    return Elsewhere(server, home, "has a catalog already, so it cannot take that of",
                     drop + ": it is what this home's catalog left there when it moved");
  }
  return Elsewhere(server, home, "has a catalog already, left by a move that was broken off, of",
                   drop + " and no home of another machine has this path and uses it");
}

}  // namespace

Result<int> ReadServerVersion(Database& server, const Home& home) {
  PAISQL_ASSIGN(const HomeSettings settings, ReadHomeSettings(home.path()));
  PAISQL_ASSIGN(const std::optional<Marks> marks, FindMarks(server, home, settings));
  if (!marks.has_value()) return 0;
  PAISQL_TRY(CheckBelongs(server, home, settings, *marks));
  if (marks->version == kMoved) {
    return Elsewhere(server, home, "does not have the catalog any more, it has moved, of",
                     "`paisql catalog --home " + home.path() +
                         " sqlite` finishes a move that was broken off; a saved copy of a home "
                         "needs that of its database");
  }
  if (marks->version > kSchemaVersion) {
    return Elsewhere(server, home, "was made by a newer paisql, for", "use that program");
  }
  return static_cast<int>(marks->version);
}

Result<std::string> MakeServerCatalog(Database& file, Database& server, const Home& home) {
  PAISQL_TRY(MakePostgresTypes(server));
  PAISQL_TRY(server.Script(kMarks));
  PAISQL_TRY(CopyCatalogToServer(file, server));
  std::string id = UniqueName();
  PAISQL_TRY(server.Run("INSERT INTO catalog_of_home (version, id, home) VALUES (?1, ?2, ?3)",
                        kSchemaVersion, id, home.path()));
  return id;
}

Status CheckHasNoCatalog(Database& server, const Home& home) {
  PAISQL_ASSIGN(const bool has_marks, HasTable(server, "catalog_of_home"));
  if (has_marks) {
    // By the home's path, since a home that has no catalog on a server knows none by its id.
    PAISQL_ASSIGN(const std::optional<Marks> marks, MarksOf(server, home, {}));
    if (marks.has_value()) return LeftByAMove(server, home, *marks);
  }
  for (const char* table : {"catalog_of_home", "counters", "tables"}) {
    PAISQL_ASSIGN(const bool there, HasTable(server, table));
    if (!there) continue;
    return Elsewhere(server, home, "has a catalog already, so it cannot take that of",
                     "name an empty schema or another database (docs/catalog.md)");
  }
  return Status::Ok();
}

Status BeginServerCatalog(Database& server, const Home& home) {
  PAISQL_ASSIGN(Database empty, OpenSqlite("", SqliteAccess::kMemory, 0));
  PAISQL_TRY(Migrate(empty, 0));
  PAISQL_ASSIGN(Transaction transaction, server.BeginWrite());
  // Another process may have made it meanwhile, for this home or for another one.
  PAISQL_ASSIGN(const int version, ReadServerVersion(server, home));
  if (version > 0) return Status::Ok();
  PAISQL_ASSIGN(const std::string id, MakeServerCatalog(empty, server, home));
  PAISQL_TRY(transaction.Commit());
  PAISQL_ASSIGN(HomeSettings settings, ReadHomeSettings(home.path()));
  settings.catalog_id = id;
  return WriteHomeSettings(home.path(), settings);
}

Result<bool> HasMovedAway(Database& server, const Home& home) {
  PAISQL_ASSIGN(const HomeSettings settings, ReadHomeSettings(home.path()));
  PAISQL_ASSIGN(const std::optional<Marks> marks, FindMarks(server, home, settings));
  return marks.has_value() && marks->version == kMoved;
}

Result<bool> NotePathOfHome(Database& server, const Home& home) {
  PAISQL_ASSIGN(const HomeSettings settings, ReadHomeSettings(home.path()));
  PAISQL_ASSIGN(Transaction transaction, server.BeginWrite());
  PAISQL_ASSIGN(const Marks marks, ReadMarksOf(server, home, settings));
  if (marks.home == home.path()) return false;
  PAISQL_ASSIGN(const HomeSettings there, ReadHomeSettings(marks.home));
  const bool same_id = there.catalog_id == marks.id;
  // With a database of its own it is a home of its own, and this one's is the copy.
  PAISQL_ASSIGN(const bool used, same_id ? IsUsedBy(there, server) : Result<bool>(false));
  if (used) {
    return Elsewhere(server, home,
                     "has the catalog of home " + marks.home + ", which is there; a copy of it is",
                     "a copy of a home needs a copy of its database");
  }
  PAISQL_TRY(server.Run("UPDATE catalog_of_home SET home = ?1", home.path()));
  PAISQL_TRY(transaction.Commit());
  return true;
}

Status MigrateServer(Database& server, int from_version) {
  for (int version = from_version; version < kSchemaVersion; ++version) {
    PAISQL_ASSIGN(Transaction transaction, server.BeginWrite());
    PAISQL_ASSIGN(const auto now, server.QueryInt("SELECT version FROM catalog_of_home"));
    if (now.value_or(0) > version) continue;  // another process has done it
    PAISQL_TRY(ChangePostgresSchema(server, MigrationScript(version)));
    PAISQL_TRY(server.Run("UPDATE catalog_of_home SET version = ?1", version + 1));
    PAISQL_TRY(transaction.Commit());
  }
  return Status::Ok();
}

Status MarkMoved(Database& server) {
  PAISQL_TRY(server.Run("UPDATE catalog_of_home SET version = ?1", kMoved));
  // A table must stay there: a name that is missing would be looked for in the next schema.
  return server.Script(
      "ALTER TABLE counters RENAME TO counters_before_the_move; "
      "CREATE TABLE counters (moved_away BIGINT)");
}

}  // namespace paisql::store
