#include "store/database/database.h"

#include "base/assert.h"

namespace paisql::store {

std::unique_ptr<PreparedStatement> StatementCache::Take(std::string_view sql) {
  const auto found = idle_.find(sql);
  if (found == idle_.end()) return nullptr;
  std::unique_ptr<PreparedStatement> statement = std::move(found->second);
  idle_.erase(found);
  return statement;
}

void StatementCache::Give(PreparedStatement* statement) {
  std::unique_ptr<PreparedStatement> idle(statement);
  // Texts made for one question alone must not pile up in a long session.
  constexpr size_t kMaxIdle = 64;
  if (idle == nullptr || idle_.size() >= kMaxIdle) return;
  // An idle statement holds no lock and no text of its last question.
  idle->Reset();
  idle_.emplace(idle->text(), std::move(idle));
}

Status Statement::Run() {
  while (true) {
    PAISQL_ASSIGN(const bool row, Step());
    if (!row) return Status::Ok();
  }
}

Result<int64_t> Statement::InsertedId() {
  PAISQL_ASSIGN(const bool found, Step());
  PAISQL_ASSERT(found, "an INSERT that succeeds has inserted its row");
  const int64_t id = Int(0);
  PAISQL_TRY(Run());
  return id;
}

Result<Statement> Database::Prepare(std::string_view sql) {
  std::unique_ptr<PreparedStatement> prepared = cache_->Take(sql);
  if (prepared == nullptr) {
    PAISQL_ASSIGN(prepared, link_->Prepare(sql));
  }
  Statement statement;
  statement.prepared_ = {prepared.release(), {cache_}};
  return statement;
}

Result<Transaction> Database::BeginWrite() {
  PAISQL_TRY(link_->BeginWrite());
  return Transaction(link_.get());
}

Result<Transaction> Database::BeginRead() {
  PAISQL_ASSIGN(const bool begun, link_->BeginRead());
  return Transaction(begun ? link_.get() : nullptr);
}

Status Transaction::Commit() {
  PAISQL_ASSERT(link_ != nullptr, "a transaction is committed once");
  return std::exchange(link_, nullptr)->Commit(fate_);
}

void Transaction::Rollback() {
  if (link_ != nullptr) std::exchange(link_, nullptr)->Rollback();
}

}  // namespace paisql::store
