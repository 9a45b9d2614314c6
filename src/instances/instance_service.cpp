#include "instances/instance_service.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/display/amounts.h"
#include "base/system/clock.h"
#include "base/text.h"
#include "instances/results/capture.h"
#include "store/catalog.h"
#include "store/place.h"
#include "syntax/parser.h"

namespace paisql::instances {

namespace {

// How long Cancel waits for the end.
constexpr int kCancelMs = 5000;

syntax::StatementText OneStatement(std::string text) {
  syntax::StatementText statement;
  statement.text = std::move(text);
  return statement;
}

}  // namespace

InstanceService::InstanceService(std::shared_ptr<session::HomeContext> context,
                                 session::SessionOptions options, int at_once,
                                 InstanceLimits limits)
    : context_(std::move(context)), options_(std::move(options)), limits_(limits) {
  for (int i = 0; i < at_once; ++i) workers_.emplace_back([this] { Work(); });
}

InstanceService::~InstanceService() { (void)Stop(0); }

bool InstanceService::Stop(int timeout_ms) {
  std::vector<InstancePtr> waiting;
  std::unique_lock lock(mutex_);
  ending_ = true;
  waiting.swap(waiting_);
  for (auto& [id, running] : running_) Interrupt(running);
  wake_.notify_all();
  const bool ended = ended_.wait_for(lock, std::chrono::milliseconds(timeout_ms),
                                     [this] { return running_.empty(); });
  lock.unlock();
  for (const InstancePtr& one : waiting) {
    End(one, TaskState::kCancelled, std::nullopt, nullptr);
  }
  return ended;
}

InstancePtr InstanceService::Submit(Submission submission) {
  auto instance =
      std::make_shared<Instance>(store::NewInstanceId(), std::move(submission), NowMs());
  bool ended = false;
  {
    const std::lock_guard lock(mutex_);
    instances_.emplace(instance->id(), instance);
    if (!ending_) waiting_.push_back(instance);
    ended = ending_;
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

bool InstanceService::Cancel(const std::string& id) {
  InstancePtr instance = Find(id);
  if (instance == nullptr || instance->status().ended()) return false;
  std::unique_lock lock(mutex_);
  const auto waits = std::ranges::find(waiting_, instance);
  if (waits != waiting_.end()) {
    waiting_.erase(waits);
    lock.unlock();
    End(instance, TaskState::kCancelled, std::nullopt, nullptr);
    return true;
  }
  const auto runs = running_.find(id);
  if (runs == running_.end()) return false;
  Interrupt(runs->second);
  lock.unlock();
  (void)instance->Await(kCancelMs);
  return true;
}

// A statement that is only about to begin forgets an interrupt, and sees the mark.
void InstanceService::Interrupt(Running& running) {
  running.cancelled = true;
  running.instance->stopped_ = true;
  if (running.session != nullptr) running.session->Interrupt();
}

void InstanceService::Work() {
  while (InstancePtr instance = Next()) Run(instance);
}

// The one that has waited longest among those of the smallest priority; null at the end.
InstancePtr InstanceService::Next() {
  std::unique_lock lock(mutex_);
  wake_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
  if (ending_) return nullptr;
  const auto first = std::ranges::min_element(
      waiting_, {}, [](const InstancePtr& one) { return one->submission().priority; });
  InstancePtr instance = *first;
  waiting_.erase(first);
  running_[instance->id()] = {instance};
  return instance;
}

void InstanceService::Run(const InstancePtr& instance) {
  {
    const std::lock_guard lock(instance->mutex_);
    instance->status_.state = TaskState::kRunning;
  }
  auto result = Execute(*instance);
  bool cancelled = false;
  {
    const std::lock_guard lock(mutex_);
    cancelled = running_[instance->id()].cancelled;
    running_.erase(instance->id());
  }
  ended_.notify_all();
  if (cancelled && !result.ok()) {
    return End(instance, TaskState::kCancelled, std::nullopt, nullptr);
  }
  if (!result.ok()) return End(instance, TaskState::kFailed, result.error(), nullptr);
  End(instance, TaskState::kSuccess, std::nullopt, std::move(result).value());
}

Result<std::shared_ptr<const InstanceResult>> InstanceService::Execute(Instance& instance) {
  const Submission& asked = instance.submission();
  session::SessionOptions options = options_;
  options.project = asked.project;
  options.user = asked.user;
  PAISQL_ASSIGN(const std::unique_ptr<session::Session> session,
                session::Session::Open(context_, std::move(options)));
  {
    const std::lock_guard lock(mutex_);
    Running& running = running_[instance.id()];
    if (running.cancelled) {
      return Error{ErrorCode::kInstanceCancelled, "the instance was stopped", {}, ""};
    }
    running.session = session.get();
  }
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
  const auto run = [&]() -> Status {
    for (const auto& [key, value] : asked.settings) {
      // A setting that this program refuses is one of the client's own.
      (void)session->Execute(OneStatement("SET " + key + "=" + value), capture);
    }
    capture.Forget();
    for (const syntax::StatementText& statement : syntax::SplitStatements(asked.query)) {
      const auto outcome = session->Execute(statement, capture, {nullptr, &instance.stopped_});
      if (!outcome.ok()) return outcome.error();
    }
    return Status::Ok();
  };
  Status done = run();
  {
    const std::lock_guard lock(mutex_);
    running_[instance.id()].session = nullptr;
  }
  PAISQL_TRY(std::move(done));
  return capture.Take(session->Setting("odps.sql.timezone"));
}

void InstanceService::End(const InstancePtr& instance, TaskState state, std::optional<Error> error,
                          std::shared_ptr<const InstanceResult> result) {
  {
    const std::lock_guard lock(instance->mutex_);
    instance->status_.state = state;
    instance->status_.error = std::move(error);
    instance->status_.ended_ms = NowMs();
    instance->result_ = std::move(result);
  }
  instance->changed_.notify_all();
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
