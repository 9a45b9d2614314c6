#pragma once

// PostgreSQL as a kind of database (store/database): a server that many machines reach. Private to
// the store. One writer at a time has the lock of the catalog, as SQLite has it. A connection that
// was lost comes back with the next statement, unless a transaction was open: that one has failed,
// and nothing of it has happened. Whether a COMMIT has happened whose answer was lost is asked of
// the server, whose yes is CommitFate::kLookAgain: a server that crashed may have forgotten the
// transaction and given its number to another one. Passwords come from ~/.pgpass or PGPASSWORD, and
// no text of ours shows one.

#include <functional>
#include <string>
#include <string_view>

#include "store/database/database.h"

namespace paisql::store {

// Connects. The address is a postgresql:// URL without a password. Tables are in the first schema
// of its search path. kEnvironment names the cure: no server, no such database, refused, too old.
// Connecting, now or later, ends early once `waiting_ended` is true, with kInstanceCancelled.
Result<Database> OpenPostgres(const std::string& address, int busy_timeout_ms,
                              std::function<bool()> waiting_ended = {});

// kEnvironment unless the text can be an address: a URL of PostgreSQL, without a password.
Status CheckPostgresAddress(const std::string& address);

// Within a transaction: makes the type of names, in a schema of its own, unless the database has
// it.
Status MakePostgresTypes(Database& database);

// Statements that make tables and indexes, as SQLite writes them. Within a transaction.
Status ChangePostgresSchema(Database& database, const std::string& sql);

// Adds rows: "table (columns)", and lines as COPY has them, with a tab between values.
Status CopyIntoPostgres(Database& database, const std::string& table_and_columns,
                        std::string_view rows);

// "host:port/database", for people.
std::string PostgresName(Database& database);

}  // namespace paisql::store
