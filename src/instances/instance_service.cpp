#include "instances/instance_service.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/system/clock.h"
#include "base/text.h"
#include "instances/results/capture.h"
#include "instances/statement_run.h"
#include "instances/submission_parts.h"
#include "store/catalog.h"
#include "store/place.h"

namespace paisql::instances {

namespace {

// How long Cancel waits for the end.
constexpr int kCancelMs = 5000;
// Without a home that can be written results stay in memory.
constexpr int64_t kMostInMemory = int64_t{1} << 30;
// The instances of other servers that a list has at most.
constexpr int64_t kMostOfOthers = 10000;

Error QueueFull(size_t waiting) {
  Error error{ErrorCode::kEnvironment,
              "too many instances wait: " + std::to_string(waiting),
              {},
              "ask again later, or start the server with a longer --queue"};
  error.about.kind = ErrorSubject::Kind::kSystemLimit;
  return error;
}

Error ServerEnded(const std::string& when) {
  return Error{ErrorCode::kInstanceCancelled, "the server ended " + when, {}, ""};
}

RetentionLimits RetentionOf(const InstanceLimits& limits) {
  return {limits.kept, limits.kept_ms, limits.rows_kept_ms, limits.all_results_bytes,
          limits.memory_bytes};
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
      book_(BookKeeper::Open(options_.home_path)),
      small_work_(options_.home_path),
      admission_(limits.admission),
      retention_(RetentionOf(limits)) {
  if (book_ != nullptr) {
    for (Retention::Ended& one : book_->ListEnded()) retention_.Add(std::move(one));
  }
  for (int i = 0; i < admission_.most_running(); ++i) {
    workers_.emplace_back([this] { Work(); });
  }
  tender_ = std::jthread([this] { Tend(); });
}

InstanceService::~InstanceService() { (void)Stop(0); }

bool InstanceService::Stop(int timeout_ms) {
  std::unique_lock lock(mutex_);
  ending_ = true;
  const std::vector<InstancePtr> waiting = admission_.RemoveAll();
  for (auto& [id, instance] : running_) StatementRun::Interrupt(*instance);
  wake_.notify_all();
  tend_.notify_all();
  const bool ended = ended_.wait_for(lock, std::chrono::milliseconds(timeout_ms),
                                     [this] { return running_.empty(); });
  lock.unlock();
  for (const InstancePtr& one : waiting) {
    End(one, TaskState::kFailed, ServerEnded("before the instance began"));
  }
  return ended;
}

Result<InstancePtr> InstanceService::Submit(Submission submission) {
  const int64_t bytes = TextBytes(submission);
  const std::string unique = UniqueKey(submission);
  bool begins = false;
  {
    const std::lock_guard lock(mutex_);
    if (const auto known = unique_.find(unique); known != unique_.end()) return known->second;
    if (!admission_.HasRoom(bytes)) return QueueFull(limits_.admission.waiting);
    begins = admission_.BeginsAtOnce();
  }
  if (!unique.empty() && book_ != nullptr) {
    if (InstancePtr known = book_->FindUnique(submission); known != nullptr) return known;
  }
  // What begins at once is not looked at: that would cost it time, and nobody else waits.
  const bool small = !begins && small_work_.Is(submission);
  std::string id = store::NewInstanceId() + submission.id_suffix;
  auto instance = std::make_shared<Instance>(std::move(id), std::move(submission), NowMs());
  instance->begins_at_once_ = begins;
  {
    const std::lock_guard lock(mutex_);
    if (const auto known = unique_.find(unique); known != unique_.end()) return known->second;
    instances_.emplace(instance->id(), instance);
    if (!unique.empty()) unique_.emplace(unique, instance);
  }
  if (book_ != nullptr) book_->Add(*instance);
  bool ended = false;
  {
    const std::lock_guard lock(mutex_);
    ended = ending_;
    if (!ended) admission_.Add(instance, small);
  }
  wake_.notify_one();
  if (ended) End(instance, TaskState::kFailed, ServerEnded("before the instance began"));
  return instance;
}

InstancePtr InstanceService::Find(const std::string& id) const {
  {
    const std::lock_guard lock(mutex_);
    const auto found = instances_.find(id);
    if (found != instances_.end()) return found->second;
  }
  return book_ == nullptr ? nullptr : book_->Find(id);
}

std::vector<InstancePtr> InstanceService::List(const std::string& project) const {
  std::vector<InstancePtr> found;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, instance] : instances_) {
      const std::string of = store::ProjectOfPlace(instance->submission().project);
      if (EqualsIgnoreCase(of, project)) found.push_back(instance);
    }
  }
  if (book_ != nullptr) {
    for (InstancePtr& one : book_->ListOfOthers(project, kMostOfOthers)) {
      found.push_back(std::move(one));
    }
  }
  std::ranges::sort(found, std::greater(), &Instance::id);
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
    End(instance, TaskState::kCancelled, std::nullopt);
    return true;
  }
  if (!running_.contains(id)) {
    lock.unlock();
    return book_ != nullptr && book_->AskToStop(*instance);
  }
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
  if (book_ != nullptr) book_->NoteRunning(*instance);
  int64_t file_bytes = 0;
  auto result = Execute(*instance, &file_bytes);
  if (result.ok()) {
    End(instance, TaskState::kSuccess, std::nullopt, std::move(result).value(), file_bytes);
  } else if (!instance->stopped_) {
    End(instance, TaskState::kFailed, result.error());
  } else if (ending_) {
    End(instance, TaskState::kFailed, ServerEnded("while the instance ran"));
  } else {
    End(instance, TaskState::kCancelled, std::nullopt);
  }
  {
    const std::lock_guard lock(mutex_);
    admission_.End(*instance);
    running_.erase(instance->id());
  }
  wake_.notify_one();
  ended_.notify_all();
}

Result<std::shared_ptr<const InstanceResult>> InstanceService::Execute(Instance& instance,
                                                                       int64_t* file_bytes) {
  CaptureRoom room;
  room.most_bytes = limits_.result_bytes;
  if (book_ != nullptr) {
    book_->FillRoom(instance, room);
  } else {
    room.most_bytes = std::min(room.most_bytes, kMostInMemory);
  }
  Capture capture(std::move(room), &instance.trace_);
  return StatementRun(instance, context_, options_).Execute(capture, file_bytes);
}

}  // namespace paisql::instances
