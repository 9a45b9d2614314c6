#include "session/tables/state_pool.h"

namespace paisql::session {

namespace {

constexpr size_t kMostIdle = 4;

}  // namespace

Result<StatePool::Loan> StatePool::Borrow() {
  std::unique_ptr<State> state;
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      state = std::move(idle_.back());
      idle_.pop_back();
    }
  }
  if (state == nullptr) {
    PAISQL_ASSIGN(const store::Home home, store::Home::Open(options_.home_path));
    PAISQL_ASSIGN(auto catalog, store::Catalog::Open(home));
    if (!options_.user.empty()) catalog->ActAs(options_.user);
    state = std::make_unique<State>(context_, options_, std::move(catalog));
  }
  PAISQL_TRY(state->UseWarehouse());
  return Loan(shared_from_this(), std::move(state));
}

void StatePool::Take(std::unique_ptr<State> state) {
  const std::lock_guard lock(mutex_);
  if (idle_.size() < kMostIdle) idle_.push_back(std::move(state));
}

}  // namespace paisql::session
