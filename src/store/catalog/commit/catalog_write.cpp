#include "store/catalog/commit/catalog_write.h"

#include <utility>

#include "store/files/clock.h"

namespace paisql::store {
namespace {

// The newest names, since others may commit before this one is looked for.
constexpr const char* kNameCommit =
    "UPDATE counters SET last_commit = substr(?1 || ' ' || last_commit, 1, 1650)";
// A disk that failed once often works again at once.
constexpr int kSettleTries = 3;

enum class Outcome { kHappened, kNot, kUnknown };

Result<bool> HasCommit(Database& database, const std::string& name) {
  PAISQL_ASSIGN(const auto there,
                database.QueryInt("SELECT last_commit LIKE ?1 FROM counters", "%" + name + "%"));
  return there.value_or(0) != 0;
}

// Commits on top of what a failed COMMIT may have left in the log.
Status CommitOnTop(Database& database, Transaction& transaction) {
  PAISQL_TRY(database.Run(kNameCommit, UniqueName()));
  return transaction.Commit();
}

Outcome TrySettling(Database& database, const std::string& name) {
  Result<Transaction> transaction = database.BeginWrite();
  if (!transaction.ok()) return Outcome::kUnknown;
  const Result<bool> happened = HasCommit(database, name);
  if (!happened.ok()) return Outcome::kUnknown;
  if (*happened) return Outcome::kHappened;
  // A server has said that it did: it may have forgotten that, or others have committed often
  // since.
  if (database.kind() != DatabaseKind::kSqlite) return Outcome::kUnknown;
  return CommitOnTop(database, *transaction).ok() ? Outcome::kNot : Outcome::kUnknown;
}

}  // namespace

Status CatalogWrite::Commit(FileMoves* moves) {
  const std::string name = UniqueName();
  PAISQL_TRY(database_->Run(kNameCommit, name));
  Status status = transaction_.Commit();
  if (!status.ok() && transaction_.fate() != CommitFate::kNot) {
    status = Settle(name, std::move(status).error());
  }
  const bool sure = status.ok() || status.error().code != ErrorCode::kUnknownOutcome;
  if (!sure) *unsettled_ = true;
  if (moves != nullptr && (status.ok() || !sure)) moves->Keep();
  return status;
}

Status CatalogWrite::Settle(const std::string& name, Error failure) {
  const bool in_file = database_->kind() == DatabaseKind::kSqlite;
  const bool look_again = transaction_.fate() == CommitFate::kLookAgain;
  for (int i = 0; look_again && i < kSettleTries; ++i) {
    switch (TrySettling(*database_, name)) {
      case Outcome::kHappened:
        return Status::Ok();
      case Outcome::kNot:
        return failure;
      case Outcome::kUnknown:
        break;
    }
  }
  return Error{ErrorCode::kUnknownOutcome,
               failure.detail +
                   "; the change may have happened or not, and nothing of either is "
                   "lost",
               {},
               std::string(in_file ? "mend the disk" : "see that the server is back") +
                   ", then look whether it has happened, and if not run the statement "
                   "again"};
}

}  // namespace paisql::store
