#include "console/access/sign_in_limit.h"

namespace paisql::console {

namespace {

constexpr int64_t kMinuteMs = 60'000;
constexpr size_t kMostFailures = 20;

}  // namespace

bool SignInLimit::MayTry(int64_t now_ms) {
  const std::lock_guard lock(mutex_);
  while (!failed_ms_.empty() && failed_ms_.front() + kMinuteMs <= now_ms) failed_ms_.pop_front();
  return failed_ms_.size() < kMostFailures;
}

void SignInLimit::Failed(int64_t now_ms) {
  const std::lock_guard lock(mutex_);
  failed_ms_.push_back(now_ms);
}

}  // namespace paisql::console
