#pragma once

// Changes of several statements that happen together, where each statement sees those before it.
//
// While a draft lives, its catalog stands on a copy of the home's catalog in memory. What commits
// meanwhile changes the copy, which nobody else sees; its files stand in the home and belong to no
// table. Commit makes all of it in the home in one transaction, or none. A draft that is not
// committed has changed nothing, also when the process is killed.
//
// Others may commit meanwhile. Where that changes what the draft rests on, Commit is a conflict
// (store/transaction.h). Files that were listed when the draft began stay as long as it lives.

#include <memory>

#include "base/result.h"
#include "store/transaction.h"

namespace paisql::store {

class Catalog;
class Warehouse;
struct DraftState;

class CatalogDraft {
 public:
  // One draft of a catalog at a time; the catalog outlives it.
  static Result<std::unique_ptr<CatalogDraft>> Begin(Catalog& catalog);
  // Whether the catalog stands on a copy now.
  static bool IsOn(Catalog& catalog);
  ~CatalogDraft();
  CatalogDraft(const CatalogDraft&) = delete;
  CatalogDraft& operator=(const CatalogDraft&) = delete;

  // What commits from here on is not seen in the copy: readers find the rows that were there. It
  // happens at its place among the other changes.
  void Hide(bool hides);
  // Ends the draft.
  Status Commit();

 private:
  friend class Warehouse;  // store/catalog/warehouse.h
  static CatalogState& StateOf(Catalog& catalog);
  CatalogDraft(CatalogState& catalog, std::unique_ptr<DraftState> draft);
  // The catalog stands on the home again.
  void End();

  CatalogState& catalog_;
  std::unique_ptr<DraftState> draft_;
};

}  // namespace paisql::store
