#include "serving/processor/processor_pool.h"

#include <algorithm>
#include <deque>
#include <future>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "base/events/event_sources.h"
#include "base/system/clock.h"
#include "serving/processor/processor_process.h"

namespace paisql::serving {

namespace {

constexpr int64_t kFirstPauseMs = 100;
constexpr int64_t kLongestPauseMs = 30'000;
constexpr int64_t kLongestStartMs = 600'000;  // initialize may load a large model
constexpr int kDefaultThreads = 5;
constexpr int kMostProcesses = 256;
constexpr int kReady = 200;
constexpr size_t kMostWords = 2000;

struct Waiting {
  std::string body;
  std::function<void(ProcessorAnswer)> done;
  int64_t deadline_ms = 0;
};

// What a process computes. `done` is empty when it has been answered already, for lateness.
struct Computing {
  std::function<void(ProcessorAnswer)> done;
  int64_t deadline_ms = 0;
  int64_t begin_ms = 0;
};

struct Worker {
  std::unique_ptr<ProcessorProcess> process;
  bool ready = false;
  size_t threads = kDefaultThreads;
  std::map<uint64_t, Computing> computing;
  int64_t start_by_ms = kNever;  // while it is not ready
  int64_t retry_ms = 0;          // while there is no process
  int64_t pause_ms = kFirstPauseMs;
  std::string why;  // it was killed, or would not be ready
  bool over = false;
};

ProcessorAnswer Words(int status, const std::string& words) { return {status, words + "\n"}; }

class SupervisedPool final : public ProcessorPool {
 public:
  SupervisedPool(const PoolOptions& options, Bell bell)
      : options_(options), keepalive_ms_(options.keepalive_ms), bell_(std::move(bell)) {}
  ~SupervisedPool() override { Stop(); }

  // Starts the thread; its first process says whether there is a processor.
  std::future<Status> Begin() {
    workers_.resize(1);
    std::future<Status> first = first_.get_future();
    thread_ = std::thread([this] { Run(); });
    return first;
  }

  void Submit(std::string body, std::function<void(ProcessorAnswer)> done) override {
    {
      const std::lock_guard lock(mutex_);
      if (!stopping_ && counts_.queued + counts_.computing < options_.max_queue + capacity_) {
        ++counts_.queued;
        coming_.push_back({std::move(body), std::move(done), SteadyMs() + keepalive_ms_});
        bell_.Ring();
        return;
      }
    }
    done(stopping_ ? Words(503, "the server ends")
                   : Words(450,
                           "too many requests wait for the processor "
                           "(metadata.rpc.max_queue_size)"));
  }

  void Stop() override {
    stopping_ = true;
    bell_.Ring();
    if (thread_.joinable()) thread_.join();
  }

  const PoolCounts& counts() const override { return counts_; }
  int64_t keepalive_ms() const override { return keepalive_ms_; }

 private:
  void Run();
  void StartWorker(Worker& worker);
  void OnFrame(Worker& worker, Frame frame);
  void OnReady(Worker& worker, const Frame& frame);
  void OnEnd(Worker& worker, const std::string& how);
  void Dispatch();
  void Expire(int64_t now_ms);
  void ExpireOf(Worker& worker, int64_t now_ms);
  int64_t NextDeadline() const;
  void Finish();

  const PoolOptions options_;
  std::atomic<int64_t> keepalive_ms_;
  PoolCounts counts_;
  const Bell bell_;
  std::atomic<bool> stopping_{false};
  std::atomic<int64_t> capacity_{0};  // threads of all processes that are ready
  std::mutex mutex_;
  std::vector<Waiting> coming_;  // guarded by mutex_
  // From here on the thread's own.
  EventLoop loop_;
  std::deque<Waiting> queue_;
  std::deque<Worker> workers_;  // whose addresses stay
  uint64_t last_number_ = kReadyNumber;
  std::promise<Status> first_;
  bool decided_ = false;  // first_ is set
  std::thread thread_;
};

void SupervisedPool::Run() {
  const auto rung =
      loop_.Add(bell_.descriptor(), EventLoop::Interest::kRead, [this] { bell_.Silence(); });
  while (!stopping_) {
    const int64_t now_ms = SteadyMs();
    for (Worker& worker : workers_) {
      // The process of an end is destroyed here and not while its own function runs.
      if (worker.over) worker.process = nullptr;
      worker.over = false;
      if (worker.process == nullptr && worker.retry_ms <= now_ms) StartWorker(worker);
    }
    {
      const std::lock_guard lock(mutex_);
      for (Waiting& one : coming_) queue_.push_back(std::move(one));
      coming_.clear();
    }
    Dispatch();
    Expire(now_ms);
    if (!loop_.Turn(NextDeadline()).ok()) break;
  }
  Finish();
}

void SupervisedPool::StartWorker(Worker& worker) {
  ++counts_.starts;
  worker.why.clear();
  Result<std::unique_ptr<ProcessorProcess>> process =
      ProcessorProcess::Start(options_.command, loop_,
                              {[this, &worker](Frame frame) { OnFrame(worker, std::move(frame)); },
                               [this, &worker](const std::string& how) { OnEnd(worker, how); }});
  if (process.ok()) {
    worker.process = *std::move(process);
    worker.start_by_ms = SteadyMs() + kLongestStartMs;
    return;
  }
  worker.why = process.error().detail;
  if (!decided_) {
    decided_ = true;
    stopping_ = true;
    first_.set_value(std::move(process).error());
  }
  OnEnd(worker, "no process");
}

void SupervisedPool::OnReady(Worker& worker, const Frame& frame) {
  if (frame.code != static_cast<uint32_t>(kReady)) {
    worker.why = frame.payload.substr(0, kMostWords);
    return worker.process->Kill();
  }
  const nlohmann::json said = nlohmann::json::parse(frame.payload, nullptr, false);
  const auto number = [&said](const char* name, int64_t otherwise) {
    const bool there = said.is_object() && said.contains(name) && said[name].is_number_integer();
    return there ? said[name].get<int64_t>() : otherwise;
  };
  worker.threads = static_cast<size_t>(std::max<int64_t>(number("threads", kDefaultThreads), 1));
  if (const int64_t own = number("keepalive_ms", 0); own > 0) keepalive_ms_ = own;
  worker.ready = true;
  worker.start_by_ms = kNever;
  ++counts_.ready;
  capacity_ += static_cast<int64_t>(worker.threads);
  if (decided_) return;
  decided_ = true;
  const int64_t wanted = options_.processes > 0 ? options_.processes : number("processes", 1);
  workers_.resize(static_cast<size_t>(std::clamp<int64_t>(wanted, 1, kMostProcesses)));
  first_.set_value(Status::Ok());
}

void SupervisedPool::OnFrame(Worker& worker, Frame frame) {
  if (frame.number == kReadyNumber) return worker.ready ? void() : OnReady(worker, frame);
  const auto found = worker.computing.find(frame.number);
  if (found == worker.computing.end()) return;
  const std::function<void(ProcessorAnswer)> done = std::move(found->second.done);
  worker.computing.erase(found);
  --counts_.computing;
  worker.pause_ms = kFirstPauseMs;
  constexpr uint32_t kLeast = 200;
  constexpr uint32_t kMost = 599;
  if (frame.code == 0) frame.code = static_cast<uint32_t>(kReady);  // as PAI-EAS takes it
  if (!done) return;
  if (frame.code < kLeast || frame.code > kMost) {
    return done(Words(500, "the processor has answered with the status " +
                               std::to_string(static_cast<int32_t>(frame.code))));
  }
  done({static_cast<int>(frame.code), std::move(frame.payload)});
}

void SupervisedPool::OnEnd(Worker& worker, const std::string& how) {
  if (worker.ready) {
    --counts_.ready;
    capacity_ -= static_cast<int64_t>(worker.threads);
  }
  worker.ready = false;
  worker.over = true;
  worker.start_by_ms = kNever;
  worker.retry_ms = SteadyMs() + worker.pause_ms;
  worker.pause_ms = std::min(worker.pause_ms * 2, kLongestPauseMs);
  const std::string what = worker.why.empty() ? how : worker.why;
  for (auto& [number, one] : std::exchange(worker.computing, {})) {
    --counts_.computing;
    if (one.done) one.done(Words(500, "the processor has ended while it computed: " + what));
  }
  if (!decided_) {
    decided_ = true;
    stopping_ = true;
    const bool told = !worker.why.empty();
    first_.set_value(Error{
        ErrorCode::kModel,
        told ? "the processor cannot be used: " + what : std::string(kEndedEarly) + ": " + what,
        {},
        told ? "" : "what it has said stands above; it has to call run()"});
    return;
  }
  if (!stopping_ && options_.complain) {
    options_.complain("a process of the processor has ended: " + what + "; it is started again");
  }
}

void SupervisedPool::Dispatch() {
  while (!queue_.empty()) {
    Worker* best = nullptr;
    for (Worker& worker : workers_) {
      if (!worker.ready || worker.computing.size() >= worker.threads) continue;
      if (best == nullptr || worker.computing.size() < best->computing.size()) best = &worker;
    }
    if (best == nullptr) return;
    Waiting one = std::move(queue_.front());
    queue_.pop_front();
    --counts_.queued;
    ++counts_.computing;
    best->computing[++last_number_] = {std::move(one.done), one.deadline_ms, SteadyMs()};
    best->process->Send(0, last_number_, one.body);
  }
}

void SupervisedPool::Expire(int64_t now_ms) {
  while (!queue_.empty() && queue_.front().deadline_ms <= now_ms) {
    const Waiting one = std::move(queue_.front());
    queue_.pop_front();
    --counts_.queued;
    one.done(counts_.ready == 0
                 ? Words(503, "no process of the processor is ready")
                 : Words(504, "all threads of the processor are busy (metadata.rpc.keepalive)"));
  }
  for (Worker& worker : workers_) ExpireOf(worker, now_ms);
}

void SupervisedPool::ExpireOf(Worker& worker, int64_t now_ms) {
  if (worker.process == nullptr || worker.over) return;
  size_t late = 0;
  bool too_late = worker.start_by_ms <= now_ms;
  for (auto& [number, one] : worker.computing) {
    if (one.begin_ms + keepalive_ms_ <= now_ms) ++late;
    too_late = too_late || one.begin_ms + 2 * keepalive_ms_ <= now_ms;
    if (one.deadline_ms > now_ms || !one.done) continue;
    std::exchange(one.done, nullptr)(
        Words(504, "the processor has not answered in time (metadata.rpc.keepalive)"));
  }
  if (!too_late && (late == 0 || late < worker.threads)) return;
  if (worker.why.empty()) worker.why = "it did not answer and was killed";
  worker.process->Kill();
}

int64_t SupervisedPool::NextDeadline() const {
  int64_t next = queue_.empty() ? kNever : queue_.front().deadline_ms;
  const int64_t now_ms = SteadyMs();
  for (const Worker& worker : workers_) {
    if (worker.over) return now_ms;
    next = std::min(next, worker.process == nullptr ? worker.retry_ms : worker.start_by_ms);
    // One that has been killed tells of its end.
    if (!worker.why.empty()) continue;
    for (const auto& [number, one] : worker.computing) {
      if (one.done) next = std::min(next, one.deadline_ms);
      const int64_t late_ms = one.begin_ms + keepalive_ms_;
      next = std::min(next, late_ms > now_ms ? late_ms : late_ms + keepalive_ms_);
    }
  }
  return next;
}

void SupervisedPool::Finish() {
  stopping_ = true;
  if (!std::exchange(decided_, true)) {
    first_.set_value(Error{ErrorCode::kEnvironment, "the server ends", {}, ""});
  }
  {
    const std::lock_guard lock(mutex_);
    for (Waiting& one : coming_) queue_.push_back(std::move(one));
    coming_.clear();
  }
  for (Waiting& one : queue_) one.done(Words(503, "the server ends"));
  for (Worker& worker : workers_) {
    for (auto& [number, one] : worker.computing) {
      if (one.done) one.done(Words(503, "the server ends"));
    }
  }
  workers_.clear();
}

}  // namespace

Result<std::unique_ptr<ProcessorPool>> ProcessorPool::Start(const PoolOptions& options) {
  PAISQL_ASSIGN(Bell bell, Bell::Make());
  auto pool = std::make_unique<SupervisedPool>(options, std::move(bell));
  PAISQL_TRY(pool->Begin().get());
  return std::unique_ptr<ProcessorPool>(std::move(pool));
}

}  // namespace paisql::serving
