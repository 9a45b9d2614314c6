#pragma once

// The one way in which a statement writes rows into tables: its plans run on one snapshot into
// staged files (Stage), and all files become rows of their tables at once (Commit). Files that are
// not committed are removed with the TableWrite.

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "execution/plan_run.h"
#include "store/table_write.h"

namespace paisql::execution {

// A plan, what people call it, and where its rows go. The plan outlives the TableWrite.
struct PlannedWrite {
  std::string title;
  const plan::Relation* root = nullptr;
  store::TableTarget target;
};

// The streams that the plan reads have been read: their offsets move with the transaction, which
// fails when another one has moved them meanwhile. Streams in `moved` are left out and come into
// it.
void MoveStreams(const plan::Relation& root, store::CatalogTransaction& transaction,
                 std::set<int64_t>& moved);

class TableWrite {
 public:
  TableWrite(Host& host, std::vector<PlannedWrite> writes, RunOptions options);

  // Looks at the rows of one write before the next one runs, and may refuse them.
  using Judge = std::function<Status(const store::TableTarget&, const store::WriteRequest&)>;
  // Called once. The reads that Commit expects to hold are noted here: a write that replaces rows
  // of a table which the statement has read fails when other writers have changed what it read or
  // replaces, else their rows would be lost. Appending without a key needs no such care.
  Status Stage(const Judge& judge = {});
  // An error has no place yet. One of which store::IsConflict is true has changed nothing.
  Status Commit() { return write_.Commit(); }

  // For what else happens at once with the rows: before Stage it happens before them.
  store::CatalogTransaction& transaction() { return write_.transaction(); }

  int64_t rows() const { return write_.rows() - kept_rows_; }
  // After Commit; nullopt when no write replaces rows.
  std::optional<int64_t> replaced_rows() const;
  // The partitions, {{}} without, that the write of this position has added files to.
  std::vector<std::vector<std::string>> AppendedTo(size_t position) const;

 private:
  void ExpectReads();

  Host& host_;
  std::vector<PlannedWrite> writes_;
  PlanRun plans_;
  store::TableWrite write_;
  std::set<int64_t> streams_;
  Staging keyed_staging_;
  int64_t kept_rows_ = 0;  // that lie beside those of keys
};

}  // namespace paisql::execution
