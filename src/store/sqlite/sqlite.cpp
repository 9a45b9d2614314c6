#include "store/sqlite/sqlite.h"

#include <sqlite3.h>

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
std::string FileUri(const std::string& path, SqliteAccess access) {
  std::vector<std::string> parts = Split(path, '/');
  for (std::string& part : parts) part = PercentEncode(part);
  return "file:" + Join(parts, "/") + (access == SqliteAccess::kImmutable ? "?immutable=1" : "");
}

struct CloseSqlite {
  void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
};

struct FinalizeSqlite {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

class SqliteStatement final : public PreparedStatement {
 public:
  SqliteStatement(sqlite3_stmt* handle, std::string path)
      : handle_(handle), database_path_(std::move(path)) {}

  std::string_view text() const override { return sqlite3_sql(handle_.get()); }

  void Reset() override {
    sqlite3_reset(handle_.get());
    sqlite3_clear_bindings(handle_.get());
  }

  void BindInt(int index, const std::optional<int64_t>& value) override {
    Note(value.has_value() ? sqlite3_bind_int64(handle_.get(), index, *value)
                           : sqlite3_bind_null(handle_.get(), index));
  }
  void BindDouble(int index, const std::optional<double>& value) override {
    Note(value.has_value() ? sqlite3_bind_double(handle_.get(), index, *value)
                           : sqlite3_bind_null(handle_.get(), index));
  }
  void BindText(int index, std::string_view value) override {
    // A null pointer would bind NULL, so an empty view binds an empty text.
    const char* data = value.data() != nullptr ? value.data() : "";
    Note(sqlite3_bind_text64(handle_.get(), index, data, value.size(), SQLITE_TRANSIENT,
                             SQLITE_UTF8));
  }
  void BindBlob(int index, std::string_view value) override {
    Note(sqlite3_bind_blob64(handle_.get(), index, value.data(), value.size(), SQLITE_TRANSIENT));
  }

  Result<bool> Step() override;
  Status RunSoon() override;

  int64_t Int(int column) const override { return sqlite3_column_int64(handle_.get(), column); }
  double Double(int column) const override { return sqlite3_column_double(handle_.get(), column); }
  std::string Text(int column) const override;
  std::string Bytes(int column) const override;
  bool IsNull(int column) const override {
    return sqlite3_column_type(handle_.get(), column) == SQLITE_NULL;
  }
  bool IsText(int column) const override {
    return sqlite3_column_type(handle_.get(), column) == SQLITE_TEXT;
  }

 private:
  void Note(int code) {
    if (bind_code_ == SQLITE_OK) bind_code_ = code;
  }

  std::unique_ptr<sqlite3_stmt, FinalizeSqlite> handle_;
  std::string database_path_;
  int bind_code_ = SQLITE_OK;
};

Result<bool> SqliteStatement::Step() {
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
  Error error = SqliteError(code, sqlite3_db_handle(handle_.get()), database_path_);
  sqlite3_reset(handle_.get());
  return error;
}

Status SqliteStatement::RunSoon() {
  while (true) {
    PAISQL_ASSIGN(const bool row, Step());
    if (!row) return Status::Ok();
  }
}

std::string SqliteStatement::Text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(handle_.get(), column));
  if (text == nullptr) return "";
  return std::string(text, static_cast<size_t>(sqlite3_column_bytes(handle_.get(), column)));
}

std::string SqliteStatement::Bytes(int column) const {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(handle_.get(), column));
  if (bytes == nullptr) return "";
  return std::string(bytes, static_cast<size_t>(sqlite3_column_bytes(handle_.get(), column)));
}

class SqliteLink final : public DatabaseLink {
 public:
  SqliteLink(sqlite3* handle, std::string path) : handle_(handle), path_(std::move(path)) {}

  // Before the first statement. Waiting for a busy database ends after that time.
  void Configure(int busy_timeout_ms);
  sqlite3* handle() const { return handle_.get(); }
  const std::string& path() const { return path_; }

  DatabaseKind kind() const override { return DatabaseKind::kSqlite; }
  Result<std::unique_ptr<PreparedStatement>> Prepare(std::string_view sql) override;
  Status Script(const std::string& sql) override;
  Status BeginWrite() override { return Script("BEGIN IMMEDIATE"); }
  Result<bool> BeginRead() override;
  Status Commit(CommitFate& fate) override;
  void Rollback() override;
  int64_t Changes() const override { return sqlite3_changes64(handle_.get()); }
  void TruncateLog() override;
  void EndWaitingWhen(std::function<bool()> ended) override { patience_.ended = std::move(ended); }
  void EndStatementsWhen(std::function<bool()> ended) override;

 private:
  // Decides how long to wait for a busy database.
  struct Patience {
    static int GoOn(void* self, int tries);
    static int EndsStatement(void* self);

    int timeout_ms = 0;
    std::function<bool()> ended;
    std::function<bool()> statement_ended;
    std::chrono::steady_clock::time_point began;
  };

  Error Failure(int code) const;

  Patience patience_;  // outlives the handle
  std::unique_ptr<sqlite3, CloseSqlite> handle_;
  std::string path_;
};

void SqliteLink::Configure(int busy_timeout_ms) {
  sqlite3_extended_result_codes(handle(), 1);
  // A catalog of somebody else's making brings no code along: ours has neither triggers nor views.
  sqlite3_db_config(handle(), SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  sqlite3_db_config(handle(), SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
  sqlite3_db_config(handle(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  patience_.timeout_ms = busy_timeout_ms;
  sqlite3_busy_handler(handle(), &Patience::GoOn, &patience_);
}

int SqliteLink::Patience::GoOn(void* self, int tries) {
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

int SqliteLink::Patience::EndsStatement(void* self) {
  return static_cast<Patience*>(self)->statement_ended() ? 1 : 0;
}

void SqliteLink::EndStatementsWhen(std::function<bool()> ended) {
  // Some microseconds of work.
  constexpr int kSteps = 1000;
  const bool ends = ended != nullptr;
  patience_.statement_ended = std::move(ended);
  sqlite3_progress_handler(handle(), ends ? kSteps : 0, ends ? &Patience::EndsStatement : nullptr,
                           &patience_);
}

Error SqliteLink::Failure(int code) const {
  if ((code & 0xff) == SQLITE_BUSY && patience_.ended && patience_.ended()) {
    return Error{ErrorCode::kInstanceCancelled, "while waiting for another process", {}, ""};
  }
  return SqliteError(code, handle(), path_);
}

Result<std::unique_ptr<PreparedStatement>> SqliteLink::Prepare(std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v3(handle(), sql.data(), static_cast<int>(sql.size()), 0,
                                      &statement, nullptr);
  if (code != SQLITE_OK) return SqliteError(code, handle(), path_);
  PAISQL_ASSERT(statement != nullptr, "a statement has a text");
  return std::unique_ptr<PreparedStatement>(std::make_unique<SqliteStatement>(statement, path_));
}

Status SqliteLink::Script(const std::string& sql) {
  const int code = sqlite3_exec(handle(), sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return Failure(code);
  return Status::Ok();
}

Result<bool> SqliteLink::BeginRead() {
  if (sqlite3_get_autocommit(handle()) == 0) return false;
  PAISQL_TRY(Script("BEGIN"));
  return true;
}

Status SqliteLink::Commit(CommitFate& fate) {
  Status status = Script("COMMIT");
  if (status.ok()) return status;
  // The last page of a change ends it in the log; a page that could not be written is that one or
  // one before it. When only the end of a COMMIT failed, making it durable or known, the log tells.
  const int code = sqlite3_extended_errcode(handle());
  const bool surely_not = (code & 0xff) == SQLITE_FULL || code == SQLITE_IOERR_WRITE;
  fate = surely_not ? CommitFate::kNot : CommitFate::kLookAgain;
  Rollback();
  return status;
}

void SqliteLink::Rollback() {
  // SQLite rolls back by itself after some failures; a second ROLLBACK then only says so.
  (void)Script("ROLLBACK");
}

void SqliteLink::TruncateLog() {
  const int timeout = std::exchange(patience_.timeout_ms, 0);
  sqlite3_wal_checkpoint_v2(handle(), nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
  patience_.timeout_ms = timeout;
}

SqliteLink& LinkOf(Database& database) {
  PAISQL_ASSERT(database.kind() == DatabaseKind::kSqlite, "this is a database of SQLite");
  return static_cast<SqliteLink&>(database.link());
}

}  // namespace

Result<Database> OpenSqlite(const std::string& path, SqliteAccess access, int busy_timeout_ms) {
  const bool writes = access == SqliteAccess::kReadWrite || access == SqliteAccess::kMemory;
  const int mode = writes ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
  const std::string name = access == SqliteAccess::kMemory ? ":memory:" : FileUri(path, access);
  sqlite3* handle = nullptr;
  // A Catalog belongs to one thread at a time, so SQLite's own mutexes would only cost.
  const int code =
      sqlite3_open_v2(name.c_str(), &handle, mode | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
  auto link = std::make_unique<SqliteLink>(handle, path);
  if (code != SQLITE_OK) return SqliteError(code, handle, path);
  link->Configure(busy_timeout_ms);
  return Database(std::move(link));
}

Status CopySqlite(Database& from, Database& to) {
  SqliteLink& source = LinkOf(from);
  SqliteLink& target = LinkOf(to);
  sqlite3_backup* backup = sqlite3_backup_init(target.handle(), "main", source.handle(), "main");
  if (backup == nullptr) {
    return SqliteError(sqlite3_errcode(target.handle()), target.handle(), source.path());
  }
  const int stepped = sqlite3_backup_step(backup, -1);
  const int code = sqlite3_backup_finish(backup);
  if (stepped == SQLITE_DONE && code == SQLITE_OK) return Status::Ok();
  return SqliteError(code != SQLITE_OK ? code : stepped, nullptr, source.path());
}

}  // namespace paisql::store
