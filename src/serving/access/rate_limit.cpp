#include "serving/access/rate_limit.h"

#include <algorithm>

namespace paisql::serving {

RateLimit::RateLimit(int64_t per_second)
    : per_second_(per_second), left_(static_cast<double>(per_second)) {}

bool RateLimit::Take(int64_t now_us) {
  if (per_second_ <= 0) return true;
  const std::lock_guard lock(mutex_);
  const auto full = static_cast<double>(per_second_);
  const auto passed = static_cast<double>(std::max<int64_t>(now_us - filled_at_us_, 0));
  left_ = std::min(full, left_ + passed * full / 1e6);
  filled_at_us_ = std::max(filled_at_us_, now_us);
  if (left_ < 1) return false;
  left_ -= 1;
  return true;
}

}  // namespace paisql::serving
