#pragma once

// Notices a job that does nothing any more: its processes use no CPU and print nothing. A process
// that computes on a GPU uses CPU to feed it. Private to jobs.

#include <cstdint>

namespace paisql::jobs {

class ActivityWatch {
 public:
  // 0 seconds: the job may be idle for ever.
  ActivityWatch(int64_t limit_seconds, int64_t now_ms, int processes);

  bool active() const { return limit_ms_ > 0; }
  int64_t next_look_ms() const { return next_look_ms_; }
  // Called at next_look_ms() or later, with totals that only grow; true when the job has been idle
  // for the limit.
  bool IsHung(int64_t now_ms, int64_t cpu_ms, int64_t log_bytes);

 private:
  int64_t limit_ms_;
  int64_t interval_ms_;
  int processes_;
  int64_t next_look_ms_;
  int64_t looked_ms_;
  int64_t active_ms_;
  int64_t cpu_ms_ = 0;
  int64_t log_bytes_ = 0;
};

}  // namespace paisql::jobs
