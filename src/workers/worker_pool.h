#pragma once

// Workers of one kind, supervised: a request goes to the worker that has least to do, and a worker
// that crashes or hangs is started again. Nothing that a worker does ends its owner.
//
// A request has `limit_ms` from its coming to its answer. When a request was computed for twice as
// long, or as many requests as the worker has threads for as long, the worker is killed. A worker
// that ends is started again after 0.1 s, and after twice as long each time, up to 30 s, until it
// has answered a request.
//
// WorkerPool decides and has no clock, thread or process of its own, so tests give it theirs.
// PoolThread runs one over processes.

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/events/event_sources.h"
#include "base/system/clock.h"
#include "workers/worker_process.h"

namespace paisql::workers {

enum class Outcome {
  kAnswered,  // a data frame of the worker
  kError,     // an error frame of the worker
  kFull,      // too many requests wait: this one was not taken
  kNoWorker,  // its time was over while it waited, and no worker was ready
  kAllBusy,   // its time was over while it waited for a thread
  kLate,      // its time was over while it was computed
  kEnded,     // the worker has ended meanwhile
  kClosed,    // the pool has
};

struct PoolAnswer {
  Outcome outcome = Outcome::kAnswered;
  Frame frame{};      // of kAnswered and kError
  std::string how{};  // of kEnded
};

struct PoolOptions {
  std::string kind;  // that the workers' hello has to name
  // Starts a worker. In the thread that calls WorkerPool::Turn.
  std::function<Result<std::unique_ptr<Worker>>(WorkerEvents)> start;
  std::function<int64_t()> now_ms = SteadyMs;
  // Something was submitted: Turn has to be called. From any thread.
  std::function<void()> wake;
  int workers = 0;                   // 0: as many as the first one's hello says ("processes")
  int64_t limit_ms = 5000;           // what the hello says ("keepalive_ms") counts more
  int64_t start_limit_ms = 600'000;  // until the hello
  int64_t max_queue = 64;            // requests that wait for a thread
  int default_threads = 5;           // of a worker whose hello does not say ("threads")
  // Tells people of a worker that has ended; in Turn or in a worker's event.
  std::function<void(const std::string& how)> complain;
  // The error for a first worker that cannot be used: `refused` it in its own words, or it ended.
  std::function<Error(bool refused, const std::string& how)> first_error;
};

// For metrics, any thread.
struct PoolCounts {
  std::atomic<int64_t> queued{0};
  std::atomic<int64_t> computing{0};
  std::atomic<int64_t> ready{0};   // workers
  std::atomic<int64_t> starts{0};  // of workers
};

class WorkerPool {
 public:
  using Done = std::function<void(PoolAnswer)>;

  explicit WorkerPool(PoolOptions options);
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // From any thread; `done` is called once, in the owner's thread or before this returns. The
  // number of the frame is the pool's.
  void Submit(Frame request, Done done);

  // The owner's thread calls Turn after `wake`, after each event of a worker and at the time that
  // the last call has returned.
  int64_t Turn();
  // Whether the first worker is ready; nullopt as long as that is open. An error closes the pool.
  const std::optional<Status>& first() const { return first_; }
  bool closed() const { return closed_; }
  // Answers what is left, and ends the workers.
  void Close();

  const PoolCounts& counts() const { return counts_; }
  int64_t limit_ms() const { return limit_ms_; }

 private:
  struct Waiting {
    Frame request;
    Done done;
    int64_t deadline_ms = 0;
  };
  // A request in a worker. `done` is empty when the request was already answered as late.
  struct Computing {
    Done done;
    int64_t deadline_ms = 0;
    int64_t begin_ms = 0;
  };
  struct Place {
    std::unique_ptr<Worker> worker;
    bool greeted = false;  // its first frame has come
    bool ready = false;
    size_t threads = 1;
    std::map<uint64_t, Computing> computing;
    int64_t end_by_ms = kNever;  // until its hello, and after it has said that it ends
    int64_t retry_ms = 0;        // while there is no worker
    int64_t pause_ms = 0;
    std::string why;  // it was killed, or cannot be used
  };

  void StartAt(Place& place);
  void OnFrame(Place& place, Frame frame);
  void OnHello(Place& place, const Frame& frame);
  void OnEnd(Place& place, const std::string& how);
  void NotReady(Place& place);
  void Dispatch();
  void Expire(int64_t now_ms);
  void ExpireAt(Place& place, int64_t now_ms);
  int64_t NextDeadline() const;

  const PoolOptions options_;
  std::atomic<int64_t> limit_ms_;
  PoolCounts counts_;
  std::atomic<bool> closed_{false};
  std::atomic<int64_t> capacity_{0};  // threads of all workers that are ready
  std::mutex mutex_;
  std::vector<Waiting> coming_;  // guarded by mutex_
  // From here on the owner's thread's own.
  std::deque<Waiting> queue_;
  std::deque<Place> places_;  // whose addresses stay
  uint64_t last_number_ = 0;
  std::optional<Status> first_;
};

// A pool of processes with a thread and an event loop of its own.
class PoolThread {
 public:
  // Returns when the first worker is ready. `start`, `wake` and `now_ms` of the options are set
  // here.
  static Result<std::unique_ptr<PoolThread>> Start(PoolOptions options, WorkerCommand command);
  virtual ~PoolThread() = default;  // Stop()

  virtual void Submit(Frame request, WorkerPool::Done done) = 0;
  // Answers what is left, and ends the workers.
  virtual void Stop() = 0;
  virtual const WorkerPool& pool() const = 0;
};

}  // namespace paisql::workers
