#pragma once

// States for the threads that read or write one table of a server: a State belongs to one thread at
// a time, so each piece of work borrows one. Safe from any thread. Private to this room.

#include <memory>
#include <mutex>
#include <vector>

#include "session/state.h"

namespace paisql::session {

class StatePool : public std::enable_shared_from_this<StatePool> {
 public:
  StatePool(std::shared_ptr<HomeContext> context, SessionOptions options)
      : context_(std::move(context)), options_(std::move(options)) {
    static_cast<HomeOptions&>(options_) = context_->options();
  }

  // Goes back to the pool when it ends, which it keeps until then.
  class Loan {
   public:
    Loan(std::shared_ptr<StatePool> pool, std::unique_ptr<State> state)
        : pool_(std::move(pool)), state_(std::move(state)) {
      state_->BeginStatement();
    }
    Loan(Loan&&) noexcept = default;
    Loan& operator=(Loan&&) = delete;
    ~Loan() {
      if (state_ == nullptr) return;
      state_->EndStatement();
      pool_->Take(std::move(state_));
    }
    State& operator*() const { return *state_; }
    State* operator->() const { return state_.get(); }

   private:
    std::shared_ptr<StatePool> pool_;
    std::unique_ptr<State> state_;
  };
  Result<Loan> Borrow();

 private:
  void Take(std::unique_ptr<State> state);

  const std::shared_ptr<HomeContext> context_;
  SessionOptions options_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<State>> idle_;
};

}  // namespace paisql::session
