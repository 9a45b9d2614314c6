#include "base/system/clock.h"

#include <ctime>

namespace paisql {

namespace {

// Not std::chrono::system_clock, whose 64 bits of nanoseconds end in the year 2262.
timespec Now() {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  return now;
}

}  // namespace

int64_t NowMs() {
  const timespec now = Now();
  return int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

int64_t NowMicros() {
  const timespec now = Now();
  return int64_t{now.tv_sec} * 1'000'000 + now.tv_nsec / 1000;
}

}  // namespace paisql
