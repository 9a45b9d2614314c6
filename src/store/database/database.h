#pragma once

// A database of the store as three small owners: Database, Statement, Transaction. They are the
// same for every kind; what a kind does is a DatabaseLink (link.h), made by store/sqlite or
// store/postgres. The SQL is one for all kinds: parameters are ?1, ?2, …, and what a kind says
// otherwise it translates. Private to the store: no other room includes this header. A Database
// belongs to one thread at a time. Every failure is an Error that names the cure.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "store/database/link.h"

namespace paisql::store {

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
    prepared_->Reset();
    int index = 0;
    (BindOne(++index, values), ...);
    return *this;
  }

  // One of the values alone, after a Bind without any.
  template <typename Value>
  void Set(int index, const Value& value) {
    BindOne(index, value);
  }

  // True: a row is there. False: no more rows.
  Result<bool> Step() { return prepared_->Step(); }
  // For statements that give no rows.
  Status Run();
  // For an `INSERT … RETURNING id` of one row.
  Result<int64_t> InsertedId();
  // Run, for one of many statements that are sent together where the database is far away. A
  // failure may be reported by any later use of the database, at the latest by Commit. Changes()
  // says nothing about it.
  Status RunSoon() { return prepared_->RunSoon(); }

  int64_t Int(int column) const { return prepared_->Int(column); }
  double Double(int column) const { return prepared_->Double(column); }
  std::string Text(int column) const { return prepared_->Text(column); }
  std::string Bytes(int column) const { return prepared_->Bytes(column); }  // "" for NULL
  bool IsNull(int column) const { return prepared_->IsNull(column); }
  bool IsText(int column) const { return prepared_->IsText(column); }

 private:
  friend class Database;
  struct Return {
    std::shared_ptr<StatementCache> cache;
    void operator()(PreparedStatement* statement) const { cache->Give(statement); }
  };

  Statement() = default;
  void BindOne(int index, int64_t value) { prepared_->BindInt(index, value); }
  void BindOne(int index, int value) { prepared_->BindInt(index, value); }
  void BindOne(int index, bool value) { prepared_->BindInt(index, value ? 1 : 0); }
  void BindOne(int index, std::string_view value) { prepared_->BindText(index, value); }
  void BindOne(int index, const std::string& value) { prepared_->BindText(index, value); }
  void BindOne(int index, const char* value) { prepared_->BindText(index, value); }
  void BindOne(int index, const Blob& value) { prepared_->BindBlob(index, value.bytes); }
  void BindOne(int index, const std::optional<int64_t>& value) { prepared_->BindInt(index, value); }
  void BindOne(int index, const std::optional<double>& value) {
    prepared_->BindDouble(index, value);
  }

  std::unique_ptr<PreparedStatement, Return> prepared_;
};

// Rolls back unless it was committed. The database outlives it.
class Transaction {
 public:
  ~Transaction() { Rollback(); }
  Transaction(Transaction&& other) noexcept
      : link_(std::exchange(other.link_, nullptr)), fate_(other.fate_) {}
  Transaction& operator=(Transaction&&) = delete;

  Status Commit();
  void Rollback();
  // After a failed Commit: what is known of the change.
  CommitFate fate() const { return fate_; }

 private:
  friend class Database;
  explicit Transaction(DatabaseLink* link) : link_(link) {}
  DatabaseLink* link_;
  CommitFate fate_ = CommitFate::kNot;
};

class Database {
 public:
  explicit Database(std::unique_ptr<DatabaseLink> link) : link_(std::move(link)) {}

  DatabaseKind kind() const { return link_->kind(); }

  // While another process holds the database, waiting for it ends early once `ended` is true; the
  // error is then kInstanceCancelled.
  void EndWaitingWhen(std::function<bool()> ended) { link_->EndWaitingWhen(std::move(ended)); }

  // A statement that is running ends once `ended` is true, with kInstanceCancelled. Empty: none
  // does.
  void EndStatementsWhen(std::function<bool()> ended) {
    link_->EndStatementsWhen(std::move(ended));
  }

  Result<Statement> Prepare(std::string_view sql);
  // Runs a text of several statements without parameters.
  Status Script(const std::string& sql) { return link_->Script(sql); }
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

  // The id that an `INSERT … RETURNING id` of one row has given.
  template <typename... Values>
  Result<int64_t> Insert(std::string_view sql, const Values&... values) {
    PAISQL_ASSIGN(Statement statement, Prepare(sql));
    return statement.Bind(values...).InsertedId();
  }

  // Waits for other writers, so that what the transaction reads cannot change before it commits.
  Result<Transaction> BeginWrite();
  // All reads until its end see one state of the database. Within another transaction it is a part
  // of that one, and ends with it.
  Result<Transaction> BeginRead();

  // Takes the log into the database and empties its file, unless another process is reading or
  // writing: then the log stays. Nothing where the log is the server's.
  void TruncateLog() { link_->TruncateLog(); }

  // The rows that the last statement has changed.
  int64_t Changes() const { return link_->Changes(); }

  // What the kind's own functions ask for.
  DatabaseLink& link() { return *link_; }

 private:
  std::unique_ptr<DatabaseLink> link_;
  // Declared after the link, so that its statements end before the database is closed.
  std::shared_ptr<StatementCache> cache_ = std::make_shared<StatementCache>();
};

}  // namespace paisql::store
