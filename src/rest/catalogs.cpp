#include "rest/catalogs.h"

namespace paisql::rest {

Result<Catalogs::Loan> Catalogs::Borrow() {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      store::Catalog* const catalog = idle_.back().release();
      idle_.pop_back();
      return Loan(catalog, GiveBack{this});
    }
  }
  PAISQL_ASSIGN(std::unique_ptr<store::Catalog> catalog, store::Catalog::Open(home_));
  return Loan(catalog.release(), GiveBack{this});
}

void Catalogs::Take(store::Catalog* catalog) {
  const std::lock_guard lock(mutex_);
  idle_.emplace_back(catalog);
}

}  // namespace paisql::rest
