#include "instances/instance_service.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/display/amounts.h"
#include "base/system/clock.h"
#include "base/text.h"
#include "instances/results/capture.h"
#include "instances/statement_run.h"
#include "store/catalog.h"
#include "store/place.h"

namespace paisql::instances {

namespace {

// How long Cancel waits for the end.
constexpr int kCancelMs = 5000;

Error QueueFull(size_t waiting) {
  Error error{ErrorCode::kEnvironment,
              "too many instances wait: " + std::to_string(waiting),
              {},
              "ask again later, or start the server with a longer --queue"};
  error.about.kind = ErrorSubject::Kind::kSystemLimit;
  return error;
}

}  // namespace

bool IsQueueFull(const Error& error) {
  return error.about.kind == ErrorSubject::Kind::kSystemLimit;
}

InstanceService::InstanceService(std::shared_ptr<session::HomeContext> context,
                                 session::SessionOptions options, InstanceLimits limits)
    : context_(std::move(context)),
      options_(std::move(options)),
      limits_(limits),
      small_work_(options_.home_path),
      admission_(limits.admission) {
  for (int i = 0; i < admission_.most_running(); ++i) {
    workers_.emplace_back([this] { Work(); });
  }
}

InstanceService::~InstanceService() { (void)Stop(0); }

bool InstanceService::Stop(int timeout_ms) {
  std::unique_lock lock(mutex_);
  ending_ = true;
  const std::vector<InstancePtr> waiting = admission_.RemoveAll();
  for (auto& [id, instance] : running_) StatementRun::Interrupt(*instance);
  wake_.notify_all();
  const bool ended = ended_.wait_for(lock, std::chrono::milliseconds(timeout_ms),
                                     [this] { return running_.empty(); });
  lock.unlock();
  for (const InstancePtr& one : waiting) {
    End(one, TaskState::kCancelled, std::nullopt, nullptr);
  }
  return ended;
}

// "": it has none.
std::string InstanceService::UniqueKey(const Submission& submission) {
  if (submission.unique_id.empty()) return "";
  return submission.project + '\n' + submission.user + '\n' + submission.unique_id;
}

Result<InstancePtr> InstanceService::Submit(Submission submission) {
  const auto bytes = static_cast<int64_t>(submission.query.size() + submission.source.size());
  const std::string unique = UniqueKey(submission);
  bool small = false;
  {
    const std::lock_guard lock(mutex_);
    if (const auto known = unique_.find(unique); known != unique_.end()) return known->second;
    small = admission_.BeginsAtOnce();
  }
  // What begins at once is not looked at: that would cost it time, and nobody else waits.
  if (!small) small = small_work_.Is(submission);
  auto instance =
      std::make_shared<Instance>(store::NewInstanceId(), std::move(submission), NowMs());
  bool ended = false;
  {
    const std::lock_guard lock(mutex_);
    if (const auto known = unique_.find(unique); known != unique_.end()) return known->second;
    if (!admission_.HasRoom(bytes)) return QueueFull(limits_.admission.waiting);
    instances_.emplace(instance->id(), instance);
    if (!unique.empty()) unique_.emplace(unique, instance);
    ended = ending_;
    if (!ended) admission_.Add(instance, small);
  }
  if (ended) End(instance, TaskState::kCancelled, std::nullopt, nullptr);
  wake_.notify_one();
  return instance;
}

InstancePtr InstanceService::Find(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  const auto found = instances_.find(id);
  return found == instances_.end() ? nullptr : found->second;
}

std::vector<InstancePtr> InstanceService::List(const std::string& project) const {
  const std::lock_guard lock(mutex_);
  std::vector<InstancePtr> found;
  for (const auto& [id, instance] : instances_) {
    const std::string of = store::ProjectOfPlace(instance->submission().project);
    if (EqualsIgnoreCase(of, project)) found.push_back(instance);
  }
  std::ranges::reverse(found);
  return found;
}

QueuePlace InstanceService::QueueOf(const std::string& id) const {
  const InstancePtr instance = Find(id);
  const std::lock_guard lock(mutex_);
  return instance == nullptr ? QueuePlace() : admission_.PlaceOf(*instance);
}

bool InstanceService::Cancel(const std::string& id) {
  InstancePtr instance = Find(id);
  if (instance == nullptr || instance->status().ended()) return false;
  std::unique_lock lock(mutex_);
  if (admission_.Remove(*instance)) {
    lock.unlock();
    End(instance, TaskState::kCancelled, std::nullopt, nullptr);
    return true;
  }
  if (!running_.contains(id)) return false;
  StatementRun::Interrupt(*instance);
  lock.unlock();
  (void)instance->Await(kCancelMs);
  return true;
}

void InstanceService::Work() {
  while (InstancePtr instance = Next()) Run(instance);
}

// Null at the end.
InstancePtr InstanceService::Next() {
  std::unique_lock lock(mutex_);
  while (!ending_) {
    InstancePtr instance = admission_.Next(SteadyMs());
    if (instance != nullptr) {
      running_[instance->id()] = instance;
      return instance;
    }
    const int64_t change_ms = admission_.NextChangeMs();
    if (change_ms == INT64_MAX) {
      wake_.wait(lock);
    } else {
      wake_.wait_for(lock, std::chrono::milliseconds(change_ms - SteadyMs()));
    }
  }
  return nullptr;
}

void InstanceService::Run(const InstancePtr& instance) {
  {
    const std::lock_guard lock(instance->mutex_);
    instance->status_.state = TaskState::kRunning;
  }
  auto result = Execute(*instance);
  {
    const std::lock_guard lock(mutex_);
    admission_.End(*instance);
    running_.erase(instance->id());
  }
  wake_.notify_one();
  ended_.notify_all();
  if (instance->stopped_ && !result.ok()) {
    return End(instance, TaskState::kCancelled, std::nullopt, nullptr);
  }
  if (!result.ok()) return End(instance, TaskState::kFailed, result.error(), nullptr);
  End(instance, TaskState::kSuccess, std::nullopt, std::move(result).value());
}

Result<std::shared_ptr<const InstanceResult>> InstanceService::Execute(Instance& instance) {
  int64_t result_bytes = 0;
  Capture capture([&](int64_t bytes) -> Status {
    result_bytes += bytes;
    if (result_bytes <= limits_.result_bytes) return Reserve(bytes);
    result_bytes -= bytes;
    return Error{ErrorCode::kOutOfMemory,
                 "the result has more than " + BytesText(limits_.result_bytes),
                 {},
                 "write the rows to a table, or select fewer"};
  });
  return StatementRun(instance, context_, options_).Execute(capture);
}

void InstanceService::End(const InstancePtr& instance, TaskState state, std::optional<Error> error,
                          std::shared_ptr<const InstanceResult> result) {
  instance->End(state, std::move(error), std::move(result));
  Keep(instance);
}

Status InstanceService::Reserve(int64_t bytes) {
  std::vector<InstancePtr> forgotten;
  const std::lock_guard lock(mutex_);
  results_bytes_ += bytes;
  while (bytes > 0 && results_bytes_ > limits_.all_results_bytes) {
    if (ended_instances_.empty()) {
      results_bytes_ -= bytes;
      return Error{
          ErrorCode::kOutOfMemory,
          "the results of all instances have more than " + BytesText(limits_.all_results_bytes),
          {},
          "write the rows to a table, or run fewer queries at once"};
    }
    forgotten.push_back(TakeOldest());
  }
  return Status::Ok();
}

InstancePtr InstanceService::TakeOldest() {
  InstancePtr oldest = std::move(ended_instances_.front());
  ended_instances_.pop_front();
  instances_.erase(oldest->id());
  unique_.erase(UniqueKey(oldest->submission()));
  if (const auto result = oldest->result(); result != nullptr) results_bytes_ -= result->bytes;
  return oldest;
}

void InstanceService::Keep(const InstancePtr& instance) {
  std::vector<InstancePtr> forgotten;
  const int64_t first_ms = NowMs() - limits_.kept_ms;
  const std::lock_guard lock(mutex_);
  ended_instances_.push_back(instance);
  while (!ended_instances_.empty() && (ended_instances_.size() > limits_.kept ||
                                       ended_instances_.front()->status().ended_ms < first_ms)) {
    forgotten.push_back(TakeOldest());
  }
}

}  // namespace paisql::instances
