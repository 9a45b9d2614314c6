#pragma once

// Catalogs of one home for the threads that answer: a Catalog belongs to one thread at a time, so
// each answer borrows one. Safe from any thread.

#include <memory>
#include <mutex>
#include <vector>

#include "store/catalog.h"

namespace paisql::rest {

class Catalogs {
 public:
  explicit Catalogs(store::Home home) : home_(std::move(home)) {}

  struct GiveBack {
    Catalogs* owner = nullptr;
    void operator()(store::Catalog* catalog) const { owner->Take(catalog); }
  };
  // Goes back when it ends, which is before the end of what has lent it.
  using Loan = std::unique_ptr<store::Catalog, GiveBack>;
  Result<Loan> Borrow();

 private:
  void Take(store::Catalog* catalog);

  const store::Home home_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<store::Catalog>> idle_;
};

}  // namespace paisql::rest
