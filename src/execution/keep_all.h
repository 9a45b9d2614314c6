#pragma once

// A pin of the session's lease for as long as a statement works with files that it has listed.

#include <utility>

#include "execution/host.h"

namespace paisql::execution {

// Keeps every file of the home as long as this lives, even a file that a writer replaces.
class KeepAll {
 public:
  static Result<KeepAll> Begin(Host& host) {
    PAISQL_ASSIGN(store::Lease * lease, host.Lease());
    PAISQL_TRY(lease->Pin(0));
    return KeepAll(lease);
  }
  KeepAll(KeepAll&& other) noexcept : lease_(std::exchange(other.lease_, nullptr)) {}
  KeepAll& operator=(KeepAll&&) = delete;
  ~KeepAll() {
    if (lease_ != nullptr) (void)lease_->Pin(store::Lease::kNothing);
  }

 private:
  explicit KeepAll(store::Lease* lease) : lease_(lease) {}
  store::Lease* lease_;
};

}  // namespace paisql::execution
