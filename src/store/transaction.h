#pragma once

// Changes of the catalog that happen together: DDL, rows of several tables, replaced files,
// resources, rows of jobs. They are collected, and Commit makes all of them or none, also when the
// process is killed inside it.
//
// A transaction holds no lock before Commit, so a long query may run while its changes are being
// collected, and others may commit meanwhile. What the changes rest on is given to Expect. When it
// does not hold any more, Commit is an error of which IsConflict is true, and nothing has changed:
// the caller tells it, or reads again and begins another transaction (RetryOnConflict). So nobody
// replaces rows that he has not seen.
//
// Other errors are those of store/catalog.h. A transaction belongs to one thread, is committed
// once, and its catalog outlives it. One that is not committed has changed nothing.

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/result.h"
#include "store/changes.h"
#include "store/reads.h"

namespace paisql::store {

struct CatalogState;

class CatalogTransaction {
 public:
  CatalogTransaction(CatalogTransaction&&) noexcept = default;
  CatalogTransaction& operator=(CatalogTransaction&&) = delete;

  // `read` has to hold when the transaction commits. Where rows were read, the partitions that the
  // transaction overwrites must not have changed since then either.
  void Expect(ReadVersion read) { reads_.push_back(std::move(read)); }

  void Add(Change change) { changes_.push_back(std::move(change)); }
  bool empty() const { return changes_.empty(); }
  // The files of each request with WriteMode::kReplaceFiles hold the rows of those that they
  // replace: the table is as it was, and so is the time of its last change. A writer that has read
  // its rows has read these. The files that they replace are kept for `kept_ms`, where that is
  // set, in place of the time for which others are.
  void KeepRows(std::optional<int64_t> kept_ms = std::nullopt) {
    keeps_rows_ = true;
    kept_ms_ = kept_ms;
  }
  // For such a change: the newest live files of the table, or of its partition with these values,
  // in the order of their rows, at most `limit`. The caller has pinned its lease, so that they
  // stay.
  Result<FileListing> NewestFiles(const Table& table,
                                  const std::vector<std::string>& partition_values,
                                  int64_t limit) const;
  // Gives the new table's id in this transaction: no other one knows it.
  int64_t CreateTable(Table table);

  // Makes staged files durable, moves them into the warehouse, checks what is expected and makes
  // all changes in their order, in one transaction. On an error nothing has changed and the staged
  // files may be removed.
  Status Commit();

  // After Commit: the table of an id that CreateTable gave, unless a later change has dropped it.
  const Table& Created(int64_t new_table_id) const;
  // After Commit: how many rows its overwriting writes have replaced.
  int64_t replaced_rows() const { return replaced_rows_; }
  // After Commit: the resources in the order of their change::AddResource.
  const std::vector<Resource>& resources() const { return resources_; }

 private:
  friend class Catalog;
  friend class CatalogDraft;  // store/draft.h
  explicit CatalogTransaction(CatalogState& state) : state_(&state) {}

  CatalogState* state_;
  std::vector<ReadVersion> reads_;
  std::vector<Change> changes_;
  int64_t new_tables_ = 0;
  bool used_ = false;
  bool keeps_rows_ = false;
  std::optional<int64_t> kept_ms_;
  std::vector<Table> created_;
  std::vector<Resource> resources_;
  int64_t replaced_rows_ = 0;
};

// Whether the error says that another one has changed meanwhile what this one rests on.
bool IsConflict(const Error& error);
// Such an error: the rows of the table ("project.name") are others by now.
Error RowsChanged(const std::string& name);

inline constexpr int kConflictAttempts = 100;

// Runs `attempt`, which reads, begins a transaction and commits it, and runs it again while it ends
// in a conflict. At each conflict another writer has committed, so attempts need no pause.
Status RetryOnConflict(const std::function<Status()>& attempt, int attempts = kConflictAttempts);

}  // namespace paisql::store
