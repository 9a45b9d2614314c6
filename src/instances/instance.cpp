#include "instances/instance.h"

#include <chrono>
#include <utility>

#include "session/session.h"

namespace paisql::instances {

Instance::Instance(std::string id, Submission submission, int64_t submitted_ms)
    : id_(std::move(id)), submission_(std::move(submission)) {
  status_.started_ms = submitted_ms;
}

Instance::Instance(std::string id, Submission submission, Status status, InstanceProgress progress,
                   std::shared_ptr<const InstanceResult> result, TraceFacts facts)
    : id_(std::move(id)),
      submission_(std::move(submission)),
      trace_(std::move(facts)),
      status_(std::move(status)),
      result_(std::move(result)),
      progress_(progress) {}

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

int64_t Instance::OnEnd(std::function<void()> told) {
  {
    const std::lock_guard lock(mutex_);
    if (!status_.ended()) {
      on_end_[next_on_end_] = std::move(told);
      return next_on_end_++;
    }
  }
  told();
  return 0;
}

void Instance::ForgetOnEnd(int64_t number) {
  const std::lock_guard lock(mutex_);
  on_end_.erase(number);
}

InstanceProgress Instance::progress() const {
  const std::lock_guard lock(mutex_);
  InstanceProgress progress = progress_;
  if (session_ == nullptr) return progress;
  const std::optional<session::StatementProgress> now = session_->Progress();
  if (!now.has_value()) return progress;
  progress.fraction = now->fraction;
  progress.rows_read = now->rows;
  progress.bytes_read = now->bytes;
  progress.bytes_to_read = now->total_bytes;
  return progress;
}

void Instance::End(Status status, std::shared_ptr<const InstanceResult> result) {
  std::map<int64_t, std::function<void()>> told;
  {
    const std::lock_guard lock(mutex_);
    status_ = std::move(status);
    result_ = std::move(result);
    told.swap(on_end_);
  }
  changed_.notify_all();
  for (const auto& [number, tell] : told) tell();
}

}  // namespace paisql::instances
