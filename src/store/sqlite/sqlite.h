#pragma once

// SQLite as a kind of database (store/database): a file of one machine, or memory. Private to the
// store: no other room includes this header. Every failure of SQLite becomes an Error that names
// the cure.

#include <string>

#include "store/database/database.h"

namespace paisql::store {

enum class SqliteAccess {
  kReadWrite,  // makes the file when it is missing
  kReadOnly,   // takes the locks of other readers
  kMemory,     // an empty one of this process alone; it has no path
  kImmutable,  // for a folder where SQLite can make no lock files: nobody may be writing
};

Result<Database> OpenSqlite(const std::string& path, SqliteAccess access, int busy_timeout_ms);

// Makes `to` the same database as `from`, whatever it was. Both are of SQLite.
Status CopySqlite(Database& from, Database& to);

}  // namespace paisql::store
