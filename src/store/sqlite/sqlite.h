#pragma once

// SQLite as three small owners: Database, Statement, Transaction. Private to the store: no
// other room includes this header. Every failure of SQLite becomes an Error that names the cure.

#include <sqlite3.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace paisql::store {

// Prepared statements that nobody uses now, by their text. Preparing one takes longer than running
// it, and the catalog asks the same few questions again and again.
class StatementCache {
 public:
  StatementCache() = default;
  ~StatementCache();
  StatementCache(const StatementCache&) = delete;
  StatementCache& operator=(const StatementCache&) = delete;

  // nullptr when no idle statement has this text.
  sqlite3_stmt* Take(std::string_view sql);
  void Give(sqlite3_stmt* statement);

 private:
  std::multimap<std::string, sqlite3_stmt*, std::less<>> idle_;
};

// Bytes rather than text.
struct Blob {
  std::string_view bytes;
};

// One prepared statement. Bind, then Step until it gives false; Bind again to run it anew. Texts
// are copied when bound, so that temporaries may be passed.
class Statement {
 public:
  // Binds the values to ?1, ?2, … A failure (no memory, a text too long) is reported by Step.
  template <typename... Values>
  Statement& Bind(const Values&... values) {
    sqlite3_reset(handle_.get());
    int index = 0;
    (BindOne(++index, values), ...);
    return *this;
  }

  // True: a row is there. False: no more rows.
  Result<bool> Step();
  // For statements that give no rows.
  Status Run();

  int64_t Int(int column) const { return sqlite3_column_int64(handle_.get(), column); }
  double Double(int column) const { return sqlite3_column_double(handle_.get(), column); }
  std::string Text(int column) const;
  std::string Bytes(int column) const;  // of a BLOB; "" for NULL
  bool IsNull(int column) const {
    return sqlite3_column_type(handle_.get(), column) == SQLITE_NULL;
  }
  bool IsText(int column) const {
    return sqlite3_column_type(handle_.get(), column) == SQLITE_TEXT;
  }

 private:
  friend class Database;
  struct Return {
    std::shared_ptr<StatementCache> cache;
    void operator()(sqlite3_stmt* statement) const { cache->Give(statement); }
  };

  Statement() = default;
  void BindOne(int index, int64_t value);
  void BindOne(int index, int value) { BindOne(index, int64_t{value}); }
  void BindOne(int index, bool value) { BindOne(index, int64_t{value}); }
  void BindOne(int index, std::string_view value);
  void BindOne(int index, const std::string& value) { BindOne(index, std::string_view(value)); }
  void BindOne(int index, const Blob& value);
  void BindOne(int index, const char* value) { BindOne(index, std::string_view(value)); }
  void BindOne(int index, const std::optional<int64_t>& value);
  void BindOne(int index, const std::optional<double>& value);
  void Note(int code) {
    if (bind_code_ == SQLITE_OK) bind_code_ = code;
  }

  std::unique_ptr<sqlite3_stmt, Return> handle_;
  sqlite3* database_ = nullptr;
  std::string database_path_;
  int bind_code_ = SQLITE_OK;
};

class Transaction;

class Database {
 public:
  enum class Access {
    kReadWrite,  // makes the file when it is missing
    kReadOnly,   // takes the locks of other readers
    kMemory,     // an empty one of this process alone; it has no path
    kImmutable,  // for a folder where SQLite can make no lock files: nobody may be writing
  };

  static Result<Database> Open(const std::string& path, Access access, int busy_timeout_ms);

  // While another process holds the database, waiting for it ends early once `ended` is true; the
  // error is then kInstanceCancelled.
  void EndWaitingWhen(std::function<bool()> ended) { patience_->ended = std::move(ended); }

  // A statement that is running ends once `ended` is true, with kInstanceCancelled. Empty: none
  // does.
  void EndStatementsWhen(std::function<bool()> ended);

  // Makes `target` the same database, whatever it was.
  Status CopyTo(Database& target);

  Result<Statement> Prepare(std::string_view sql);
  // Runs a text of several statements without parameters.
  Status Script(const std::string& sql);
  // One statement without rows.
  template <typename... Values>
  Status Run(std::string_view sql, const Values&... values) {
    PAISQL_ASSIGN(Statement statement, Prepare(sql));
    return statement.Bind(values...).Run();
  }
  // The first column of the first row; nullopt when there is no row or it is NULL.
  template <typename... Values>
  Result<std::optional<int64_t>> QueryInt(std::string_view sql, const Values&... values) {
    PAISQL_ASSIGN(Statement statement, Prepare(sql));
    PAISQL_ASSIGN(const bool found, statement.Bind(values...).Step());
    std::optional<int64_t> value;
    if (found && !statement.IsNull(0)) value = statement.Int(0);
    return value;
  }

  // Waits for other writers, so that what the transaction reads cannot change before it commits.
  Result<Transaction> BeginWrite();
  // All reads until its end see one state of the database. Within another transaction it is a part
  // of that one, and ends with it.
  Result<Transaction> BeginRead();

  // Takes the log into the database and empties its file, unless another process is reading or
  // writing: then the log stays.
  void TruncateLog();

  int64_t LastRowId() const { return sqlite3_last_insert_rowid(handle_.get()); }
  int64_t Changes() const { return sqlite3_changes64(handle_.get()); }

 private:
  struct Close {
    void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
  };

  // Decides how long to wait for a busy database.
  struct Patience {
    static int GoOn(void* self, int tries);
    static int EndsStatement(void* self);

    int timeout_ms = 0;
    std::function<bool()> ended;
    std::function<bool()> statement_ended;
    std::chrono::steady_clock::time_point began;
  };

  friend class Transaction;
  Database() = default;
  Error Failure(int code) const;

  std::unique_ptr<Patience> patience_ = std::make_unique<Patience>();  // outlives the handle
  std::unique_ptr<sqlite3, Close> handle_;
  // Declared after the handle, so that its statements are finalized before the database is closed.
  std::shared_ptr<StatementCache> cache_ = std::make_shared<StatementCache>();
  std::string path_;
};

// Rolls back unless it was committed. The database outlives it.
class Transaction {
 public:
  ~Transaction() { Rollback(); }
  Transaction(Transaction&& other) noexcept
      : database_(std::exchange(other.database_, nullptr)), surely_not_(other.surely_not_) {}
  Transaction& operator=(Transaction&&) = delete;

  Status Commit();
  void Rollback();
  // After a failed Commit: whether the log lacks a part of the change, so that it has surely not
  // happened. False when only the end of a COMMIT failed, when making it durable or known.
  bool surely_not() const { return surely_not_; }

 private:
  friend class Database;
  explicit Transaction(Database* database) : database_(database) {}
  Database* database_;
  bool surely_not_ = false;
};

}  // namespace paisql::store
