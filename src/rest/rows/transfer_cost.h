#pragma once

// What a transfer of rows has cost, as clients ask for it: the time in the store, the time in which
// it waited for the network, and all of it. Belongs to the thread that makes the transfer's current
// piece.

#include <cstdint>
#include <string>

#include "base/system/clock.h"

namespace paisql::rest {

class TransferCost {
 public:
  enum Part { kStore, kNetwork };

  // The time of a part goes on while one lives. Without a cost nothing is measured.
  class Measured {
   public:
    Measured(TransferCost* cost, Part part)
        : cost_(cost), part_(part), begin_us_(cost == nullptr ? 0 : SteadyUs()) {}
    ~Measured() {
      if (cost_ != nullptr) cost_->parts_us_[part_] += SteadyUs() - begin_us_;
    }
    Measured(const Measured&) = delete;
    Measured& operator=(const Measured&) = delete;

   private:
    TransferCost* const cost_;
    const Part part_;
    const int64_t begin_us_;
  };

  // Between the two calls the client takes what it was given.
  void Pause() { paused_us_ = SteadyUs(); }
  void Resume() {
    if (paused_us_ != 0) parts_us_[kNetwork] += SteadyUs() - paused_us_;
    paused_us_ = 0;
  }

  // So far, in microseconds, under the platform's names of the parts.
  std::string Json() const;

 private:
  const int64_t begin_us_ = SteadyUs();
  int64_t paused_us_ = 0;
  int64_t parts_us_[2] = {};
};

}  // namespace paisql::rest
