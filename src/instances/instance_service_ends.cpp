// What becomes of instances that have ended: how long they, and their results, are kept.

#include <chrono>
#include <utility>

#include "base/system/clock.h"
#include "instances/instance_service.h"
#include "instances/submission_parts.h"

namespace paisql::instances {

namespace {

// How often Tend looks for what others of the home want, and tidies.
constexpr auto kTendPause = std::chrono::milliseconds(250);
constexpr int64_t kTidyMs = 1000;

}  // namespace

void InstanceService::End(const InstancePtr& instance, TaskState state, std::optional<Error> error,
                          std::shared_ptr<const InstanceResult> result, int64_t file_bytes) {
  Instance::Status status = instance->status();
  status.state = state;
  status.error = std::move(error);
  status.ended_ms = NowMs();
  Retention::Ended ended{instance->id(), status.ended_ms, file_bytes,
                         TextBytes(instance->submission()), result == nullptr || !result->has_rows};
  instance->trace_.Close();
  ended.memory_bytes += instance->trace_.bytes();
  if (result != nullptr) {
    ended.memory_bytes += static_cast<int64_t>(result->text.size());
    if (file_bytes == 0) ended.memory_bytes += result->bytes;
  }
  std::vector<std::string> forgotten;
  std::vector<std::string> expired;
  std::vector<std::string> uncached;
  {
    const std::lock_guard lock(mutex_);
    retention_.Add(std::move(ended));
    forgotten = retention_.TakeForgotten(status.ended_ms);
    expired = retention_.TakeExpired(status.ended_ms);
    uncached = retention_.TakeUncached();
  }
  if (book_ != nullptr) {
    book_->NoteEnd(*instance, status, result.get(), file_bytes, forgotten);
    for (const std::string& id : expired) book_->Expire(id);
  }
  for (const auto* const gone : {&forgotten, &expired, &uncached}) Drop(*gone);
  instance->End(std::move(status), std::move(result));
}

// Not from the book. What nobody holds any more is destroyed without the lock.
void InstanceService::Drop(const std::vector<std::string>& ids) {
  std::vector<InstancePtr> dropped;
  const std::lock_guard lock(mutex_);
  for (const std::string& id : ids) {
    const auto found = instances_.find(id);
    if (found == instances_.end()) continue;
    dropped.push_back(found->second);
    unique_.erase(UniqueKey(found->second->submission()));
    instances_.erase(found);
  }
}

void InstanceService::Tend() {
  int64_t tidied_ms = 0;
  std::unique_lock lock(mutex_);
  while (!ending_) {
    tend_.wait_for(lock, kTendPause);
    if (book_ == nullptr) continue;
    const std::vector<std::string> forgotten = retention_.TakeForgotten(NowMs());
    const std::vector<std::string> expired = retention_.TakeExpired(NowMs());
    lock.unlock();
    for (const std::string& id : book_->TakeStops()) (void)Cancel(id);
    if (!forgotten.empty()) book_->Forget(forgotten);
    for (const std::string& id : expired) book_->Expire(id);
    Drop(forgotten);
    Drop(expired);
    if (SteadyMs() - tidied_ms >= kTidyMs) {
      tidied_ms = SteadyMs();
      book_->Tidy();
    }
    lock.lock();
  }
}

}  // namespace paisql::instances
