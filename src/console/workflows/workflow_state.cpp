#include "console/workflows/workflow_state.h"

#include <utility>

namespace paisql::console {

namespace {

constexpr size_t kMostIdleBooks = 4;

}  // namespace

Result<FlowBooks::Loan> FlowBooks::Borrow() {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      Loan loan(idle_.back().release(), GiveBack{this});
      idle_.pop_back();
      return loan;
    }
  }
  PAISQL_ASSIGN(const store::Home home, store::Home::Open(home_));
  PAISQL_ASSIGN(std::unique_ptr<store::FlowBook> book, store::FlowBook::Open(home));
  return Loan(book.release(), GiveBack{this});
}

void FlowBooks::Take(store::FlowBook* book) {
  std::unique_ptr<store::FlowBook> owned(book);
  const std::lock_guard lock(mutex_);
  if (idle_.size() < kMostIdleBooks) idle_.push_back(std::move(owned));
}

}  // namespace paisql::console
