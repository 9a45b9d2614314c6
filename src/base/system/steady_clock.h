#pragma once

// The clock for waiting: it never goes backwards and does not jump when the time of day is set.

#include <chrono>
#include <cstdint>

namespace paisql {

inline int64_t SteadyMs() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace paisql
