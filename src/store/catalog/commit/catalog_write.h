#pragma once

// A write transaction of the catalog. COMMIT has three outcomes: the change has happened, it has
// not, or nobody can tell, because the disk failed after the log had the change and before that was
// made durable. The log then keeps a complete change, which the next process that recovers the log
// would take in. So a failed COMMIT is settled at once, unless the log surely lacks a part of the
// change, as on a full disk. Every change writes a name of its own into counters.last_commit; when
// the catalog shows that name, the change has happened; else a further small commit is written over
// the log's tail, after which it surely has not. Only when that fails too the outcome is not known,
// and the error is kUnknownOutcome. A server whose answer was lost is asked how the transaction
// ended; a yes counts when the catalog shows the name, else the outcome is not known either.
//
// Private to the store. Rolls back unless it was committed; the database outlives it.

#include <optional>
#include <string>

#include "store/database/database.h"
#include "store/home/file_moves.h"
#include "store/home/reserve.h"

namespace paisql::store {

class CatalogWrite {
 public:
  // `unsettled` is set when an outcome stays unknown; it outlives the transaction.
  CatalogWrite(Database& database, Transaction transaction, bool& unsettled)
      : database_(&database), transaction_(std::move(transaction)), unsettled_(&unsettled) {}

  // The loan lives as long as the transaction.
  void Borrow(ReserveLoan loan) { loan_.emplace(std::move(loan)); }

  // Keeps the moved files when the change has happened, or may have.
  Status Commit(FileMoves* moves = nullptr);

 private:
  // After a COMMIT that failed with `failure`.
  Status Settle(const std::string& name, Error failure);

  std::optional<ReserveLoan> loan_;  // ends last
  Database* database_;
  Transaction transaction_;
  bool* unsettled_;
};

}  // namespace paisql::store
