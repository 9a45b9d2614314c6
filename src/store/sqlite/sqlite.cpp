#include "store/sqlite/sqlite.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/assert.h"
#include "base/text.h"

namespace paisql::store {
namespace {

// ": <what the system says>" when it has said something.
std::string Why(int system_error) {
  return system_error == 0 ? "" : ": " + std::generic_category().message(system_error);
}

// SQLite's failures in our words. `database` may be null when not even opening gave a handle.
Error SqliteError(int code, sqlite3* database, const std::string& path) {
  const int system_error = database != nullptr ? sqlite3_system_errno(database) : 0;
  const auto environment = [](std::string detail, std::string hint) {
    return Error{ErrorCode::kEnvironment, std::move(detail), {}, std::move(hint)};
  };
  switch (code & 0xff) {
    case SQLITE_FULL:
      return environment("no space is left on the disk that holds " + path,
                         "free some space, or choose another --home");
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return Error{ErrorCode::kDamaged,
                   "the catalog " + path + " is damaged",
                   {},
                   "put a saved copy of the whole home back, or choose another --home"};
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return environment("the catalog " + path + " is in use by another process for too long",
                         "end the other process, then run the statement again");
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return environment("home is read-only: " + path + " cannot be written",
                         "get permission to write there, or choose another --home");
    case SQLITE_CANTOPEN:
      if (system_error == ENOSPC || system_error == EDQUOT) {
        return SqliteError(SQLITE_FULL, database, path);
      }
      if (system_error == EMFILE || system_error == ENFILE) {
        return environment("the catalog " + path + " cannot be opened" + Why(system_error),
                           "allow more open files (ulimit -n)");
      }
      return environment(
          "the catalog " + path + " cannot be opened" + Why(system_error),
          "check the permissions of the file and its folder, or choose another --home");
    case SQLITE_NOMEM:
      return Error{ErrorCode::kOutOfMemory, "while using the catalog " + path, {}, ""};
    case SQLITE_INTERRUPT:
      return Error{ErrorCode::kInstanceCancelled, "while using the catalog " + path, {}, ""};
    case SQLITE_TOOBIG:
      return Error{ErrorCode::kInvalidCommand, "a text is too long for the catalog", {}, ""};
    case SQLITE_IOERR:
      if (system_error == ENOSPC || system_error == EDQUOT) {
        return SqliteError(SQLITE_FULL, database, path);
      }
      if (system_error == EFBIG) {
        return environment("the catalog " + path + " would be larger than files may be here",
                           "allow larger files (ulimit -f)");
      }
      return Error{ErrorCode::kIo,
                   "the catalog " + path + " cannot be read or written" + Why(system_error),
                   {},
                   "check the disk that holds it"};
    case SQLITE_ERROR:
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
      return Error{ErrorCode::kDamaged,
                   "the catalog " + path +
                       " does not have the tables of its version, or they "
                       "break their rules",
                   {},
                   "put a saved copy of the whole home back, or choose another --home"};
    default:
      return Error{ErrorCode::kMetadata,
                   "the catalog " + path + " cannot be used (" + std::to_string(code) + ")",
                   {},
                   ""};
  }
}

// An absolute path as SQLite's file: URI, which alone can carry "immutable".
std::string FileUri(const std::string& path, Database::Access access) {
  std::vector<std::string> parts = Split(path, '/');
  for (std::string& part : parts) part = PercentEncode(part);
  return "file:" + Join(parts, "/") +
         (access == Database::Access::kImmutable ? "?immutable=1" : "");
}

}  // namespace

StatementCache::~StatementCache() {
  for (const auto& [sql, statement] : idle_) sqlite3_finalize(statement);
}

sqlite3_stmt* StatementCache::Take(std::string_view sql) {
  const auto found = idle_.find(sql);
  if (found == idle_.end()) return nullptr;
  sqlite3_stmt* statement = found->second;
  idle_.erase(found);
  return statement;
}

void StatementCache::Give(sqlite3_stmt* statement) {
  // Texts made for one question alone must not pile up in a long session.
  constexpr size_t kMaxIdle = 64;
  if (idle_.size() >= kMaxIdle) {
    sqlite3_finalize(statement);
    return;
  }
  // An idle statement holds no lock and no text of its last question.
  sqlite3_reset(statement);
  sqlite3_clear_bindings(statement);
  idle_.emplace(sqlite3_sql(statement), statement);
}

void Statement::BindOne(int index, int64_t value) {
  Note(sqlite3_bind_int64(handle_.get(), index, value));
}

void Statement::BindOne(int index, std::string_view value) {
  // A null pointer would bind NULL, so an empty view binds an empty text.
  const char* data = value.data() != nullptr ? value.data() : "";
  Note(
      sqlite3_bind_text64(handle_.get(), index, data, value.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
}

void Statement::BindOne(int index, const Blob& value) {
  Note(sqlite3_bind_blob64(handle_.get(), index, value.bytes.data(), value.bytes.size(),
                           SQLITE_TRANSIENT));
}

void Statement::BindOne(int index, const std::optional<int64_t>& value) {
  if (value.has_value()) {
    BindOne(index, *value);
  } else {
    Note(sqlite3_bind_null(handle_.get(), index));
  }
}

void Statement::BindOne(int index, const std::optional<double>& value) {
  if (value.has_value()) {
    Note(sqlite3_bind_double(handle_.get(), index, *value));
  } else {
    Note(sqlite3_bind_null(handle_.get(), index));
  }
}

Result<bool> Statement::Step() {
  if (bind_code_ != SQLITE_OK) {
    return SqliteError(std::exchange(bind_code_, SQLITE_OK), nullptr, database_path_);
  }
  const int code = sqlite3_step(handle_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) {
    // A finished statement lets go of its locks at once, not when it is bound again or destroyed.
    sqlite3_reset(handle_.get());
    return false;
  }
  Error error = SqliteError(code, database_, database_path_);
  sqlite3_reset(handle_.get());
  return error;
}

Status Statement::Run() {
  while (true) {
    PAISQL_ASSIGN(const bool row, Step());
    if (!row) return Status::Ok();
  }
}

std::string Statement::Text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(handle_.get(), column));
  if (text == nullptr) return "";
  return std::string(text, static_cast<size_t>(sqlite3_column_bytes(handle_.get(), column)));
}

std::string Statement::Bytes(int column) const {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(handle_.get(), column));
  if (bytes == nullptr) return "";
  return std::string(bytes, static_cast<size_t>(sqlite3_column_bytes(handle_.get(), column)));
}

Result<Database> Database::Open(const std::string& path, Access access, int busy_timeout_ms) {
  const bool writes = access == Access::kReadWrite || access == Access::kMemory;
  const int mode = writes ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
  const std::string name = access == Access::kMemory ? ":memory:" : FileUri(path, access);
  sqlite3* handle = nullptr;
  // A Catalog belongs to one thread at a time, so SQLite's own mutexes would only cost.
  const int code =
      sqlite3_open_v2(name.c_str(), &handle, mode | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
  Database database;
  database.handle_.reset(handle);
  database.path_ = path;
  if (code != SQLITE_OK) return SqliteError(code, handle, path);
  sqlite3_extended_result_codes(handle, 1);
  // A catalog of somebody else's making brings no code along: ours has neither triggers nor views.
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  database.patience_->timeout_ms = busy_timeout_ms;
  sqlite3_busy_handler(handle, &Patience::GoOn, database.patience_.get());
  return database;
}

int Database::Patience::GoOn(void* self, int tries) {
  auto& patience = *static_cast<Patience*>(self);
  const auto now = std::chrono::steady_clock::now();
  if (tries == 0) patience.began = now;
  if (patience.ended && patience.ended()) return 0;
  if (now - patience.began >= std::chrono::milliseconds(patience.timeout_ms)) return 0;
  // Short at first, because most transactions take a millisecond.
  constexpr int kLongestPauseMs = 20;
  std::this_thread::sleep_for(std::chrono::milliseconds(std::min(tries + 1, kLongestPauseMs)));
  return 1;
}

int Database::Patience::EndsStatement(void* self) {
  return static_cast<Patience*>(self)->statement_ended() ? 1 : 0;
}

void Database::EndStatementsWhen(std::function<bool()> ended) {
  // Some microseconds of work.
  constexpr int kSteps = 1000;
  const bool ends = ended != nullptr;
  patience_->statement_ended = std::move(ended);
  sqlite3_progress_handler(handle_.get(), ends ? kSteps : 0,
                           ends ? &Patience::EndsStatement : nullptr, patience_.get());
}

Error Database::Failure(int code) const {
  if ((code & 0xff) == SQLITE_BUSY && patience_->ended && patience_->ended()) {
    return Error{ErrorCode::kInstanceCancelled, "while waiting for another process", {}, ""};
  }
  return SqliteError(code, handle_.get(), path_);
}

Status Database::CopyTo(Database& target) {
  sqlite3_backup* backup = sqlite3_backup_init(target.handle_.get(), "main", handle_.get(), "main");
  if (backup == nullptr) {
    return SqliteError(sqlite3_errcode(target.handle_.get()), target.handle_.get(), path_);
  }
  const int stepped = sqlite3_backup_step(backup, -1);
  const int code = sqlite3_backup_finish(backup);
  if (stepped == SQLITE_DONE && code == SQLITE_OK) return Status::Ok();
  return SqliteError(code != SQLITE_OK ? code : stepped, nullptr, path_);
}

Result<Statement> Database::Prepare(std::string_view sql) {
  sqlite3_stmt* handle = cache_->Take(sql);
  int code = SQLITE_OK;
  if (handle == nullptr) {
    code = sqlite3_prepare_v3(handle_.get(), sql.data(), static_cast<int>(sql.size()), 0, &handle,
                              nullptr);
  }
  Statement statement;
  statement.handle_ = {handle, {cache_}};
  statement.database_ = handle_.get();
  statement.database_path_ = path_;
  if (code != SQLITE_OK) return SqliteError(code, handle_.get(), path_);
  PAISQL_ASSERT(handle != nullptr, "a statement has a text");
  return statement;
}

Status Database::Script(const std::string& sql) {
  const int code = sqlite3_exec(handle_.get(), sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return Failure(code);
  return Status::Ok();
}

Result<Transaction> Database::BeginWrite() {
  PAISQL_TRY(Script("BEGIN IMMEDIATE"));
  return Transaction(this);
}

Result<Transaction> Database::BeginRead() {
  if (sqlite3_get_autocommit(handle_.get()) == 0) return Transaction(nullptr);
  PAISQL_TRY(Run("BEGIN"));
  return Transaction(this);
}

void Database::TruncateLog() {
  const int timeout = std::exchange(patience_->timeout_ms, 0);
  sqlite3_wal_checkpoint_v2(handle_.get(), nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
  patience_->timeout_ms = timeout;
}

Status Transaction::Commit() {
  PAISQL_ASSERT(database_ != nullptr, "a transaction is committed once");
  Status status = database_->Script("COMMIT");
  if (status.ok()) {
    database_ = nullptr;
    return status;
  }
  // The last page of a change ends it in the log; a page that could not be written is that one or
  // one before it.
  const int code = sqlite3_extended_errcode(database_->handle_.get());
  surely_not_ = (code & 0xff) == SQLITE_FULL || code == SQLITE_IOERR_WRITE;
  Rollback();
  return status;
}

void Transaction::Rollback() {
  if (database_ == nullptr) return;
  // SQLite rolls back by itself after some failures; a second ROLLBACK then only says so.
  (void)database_->Run("ROLLBACK");
  database_ = nullptr;
}

}  // namespace paisql::store
