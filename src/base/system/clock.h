#pragma once

// The time of day, and the clock for waiting.

#include <chrono>
#include <cstdint>

namespace paisql {

// UTC milliseconds since the epoch.
int64_t NowMs();
// The same in microseconds.
int64_t NowMicros();

// The clock for waiting: it never goes backwards and does not jump when the time of day is set.
inline int64_t SteadyMs() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}
inline int64_t SteadyUs() {
  return std::chrono::duration_cast<std::chrono::microseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace paisql
