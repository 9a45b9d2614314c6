#pragma once

// What a kind of database implements for Database, Statement and Transaction (database.h). A link
// is one connection; it belongs to one thread at a time and outlives its statements' use, though
// not always the statements themselves: those that the cache still holds end with it.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace paisql::store {

enum class DatabaseKind { kSqlite, kPostgres };

// What is known of a change after its commit has failed.
enum class CommitFate {
  kNot,        // it has surely not happened
  kLookAgain,  // a further transaction of this database can tell
  kUnknown,    // nobody can tell
};

// One statement of one kind. Columns count from 0, parameters from 1.
class PreparedStatement {
 public:
  virtual ~PreparedStatement() = default;

  // The text as Prepare was given it.
  virtual std::string_view text() const = 0;
  // Lets its rows go, and the values that were bound before: all are bound anew.
  virtual void Reset() = 0;
  // nullopt binds NULL; what kind of value it stands for is known all the same.
  virtual void BindInt(int index, const std::optional<int64_t>& value) = 0;
  virtual void BindDouble(int index, const std::optional<double>& value) = 0;
  virtual void BindText(int index, std::string_view value) = 0;
  virtual void BindBlob(int index, std::string_view value) = 0;

  virtual Result<bool> Step() = 0;
  virtual Status RunSoon() = 0;

  virtual int64_t Int(int column) const = 0;
  virtual double Double(int column) const = 0;
  virtual std::string Text(int column) const = 0;
  virtual std::string Bytes(int column) const = 0;
  virtual bool IsNull(int column) const = 0;
  virtual bool IsText(int column) const = 0;
};

// Prepared statements that nobody uses now, by their text. Preparing one takes longer than running
// it, and the catalog asks the same few questions again and again.
class StatementCache {
 public:
  // nullptr when no idle statement has this text.
  std::unique_ptr<PreparedStatement> Take(std::string_view sql);
  void Give(PreparedStatement* statement);

 private:
  std::multimap<std::string, std::unique_ptr<PreparedStatement>, std::less<>> idle_;
};

class DatabaseLink {
 public:
  virtual ~DatabaseLink() = default;

  virtual DatabaseKind kind() const = 0;
  virtual Result<std::unique_ptr<PreparedStatement>> Prepare(std::string_view sql) = 0;
  virtual Status Script(const std::string& sql) = 0;
  virtual Status BeginWrite() = 0;
  // False: there is a transaction already, and this is a part of it.
  virtual Result<bool> BeginRead() = 0;
  // After a failure the transaction is rolled back or lost, and `fate` says which of its changes
  // are known.
  virtual Status Commit(CommitFate& fate) = 0;
  virtual void Rollback() = 0;
  virtual int64_t Changes() const = 0;
  virtual void TruncateLog() {}
  virtual void EndWaitingWhen(std::function<bool()> ended) = 0;
  virtual void EndStatementsWhen(std::function<bool()> ended) = 0;
};

}  // namespace paisql::store
