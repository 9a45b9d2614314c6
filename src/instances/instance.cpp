#include "instances/instance.h"

#include <chrono>

namespace paisql::instances {

Instance::Instance(std::string id, Submission submission, int64_t submitted_ms)
    : id_(std::move(id)), submission_(std::move(submission)) {
  status_.started_ms = submitted_ms;
}

Instance::Status Instance::status() const {
  const std::lock_guard lock(mutex_);
  return status_;
}

std::shared_ptr<const InstanceResult> Instance::result() const {
  const std::lock_guard lock(mutex_);
  return result_;
}

bool Instance::Await(int timeout_ms) const {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, std::chrono::milliseconds(timeout_ms),
                           [this] { return status_.ended(); });
}

}  // namespace paisql::instances
