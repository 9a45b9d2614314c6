#include "jobs/supervise/activity_watch.h"

#include <algorithm>

namespace paisql::jobs {

namespace {

constexpr int64_t kMsInSecond = 1000;
constexpr int kLooks = 10;  // within the limit
constexpr int64_t kLongestIntervalMs = 60'000;
// Waiting costs a little, too: servers wake for their timers. A share of one core, a process.
constexpr int kIdlePercent = 1;

}  // namespace

ActivityWatch::ActivityWatch(int64_t limit_seconds, int64_t now_ms, int processes)
    : limit_ms_(limit_seconds * kMsInSecond),
      interval_ms_(std::min(std::max<int64_t>(limit_ms_ / kLooks, 1), kLongestIntervalMs)),
      processes_(processes),
      next_look_ms_(now_ms + interval_ms_),
      looked_ms_(now_ms),
      active_ms_(now_ms) {}

bool ActivityWatch::IsHung(int64_t now_ms, int64_t cpu_ms, int64_t log_bytes) {
  const int64_t idle_cpu_ms = (now_ms - looked_ms_) * kIdlePercent * processes_ / 100;
  if (cpu_ms - cpu_ms_ > idle_cpu_ms || log_bytes != log_bytes_) active_ms_ = now_ms;
  cpu_ms_ = cpu_ms;
  log_bytes_ = log_bytes;
  looked_ms_ = now_ms;
  next_look_ms_ = now_ms + interval_ms_;
  return active() && now_ms - active_ms_ >= limit_ms_;
}

}  // namespace paisql::jobs
