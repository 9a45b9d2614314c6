#pragma once

// How many requests a second a service takes.

#include <cstdint>
#include <mutex>

namespace paisql::serving {

// A bucket that holds the requests of one second and fills evenly. Any thread.
class RateLimit {
 public:
  explicit RateLimit(int64_t per_second);  // 0: as many as come

  // Whether one more may pass now. `now_us` never goes back.
  bool Take(int64_t now_us);

 private:
  const int64_t per_second_;
  std::mutex mutex_;
  double left_;
  int64_t filled_at_us_ = 0;
};

}  // namespace paisql::serving
