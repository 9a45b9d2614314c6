#pragma once

// The processes of a processor, supervised: requests go to the one that has least to do, and a
// process that crashes or hangs is started again. Nothing that a process does ends the server.
//
// A request has `keepalive_ms` from its coming to its answer. One that waits for so long is
// answered 503 when no process is ready, and else 504; one that is computed for so long, 504. The
// thread that computes it may still come back; when it has computed for twice as long, or all
// threads of the process for as long, the process is killed. What a process computes when it ends
// is answered 500. A process that ends is started again after 0.1 s, and after twice as long each
// time, up to 30 s, until it has answered something.

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/process/process.h"
#include "base/result.h"

namespace paisql::serving {

struct ProcessorAnswer {
  int status = 200;  // as HTTP has it
  std::string body{};
};

// How the error of a processor begins that has ended without a word to the pool; its own last words
// stand on its standard error.
inline constexpr std::string_view kEndedEarly = "the processor has ended before it was ready";

struct PoolOptions {
  SpawnOptions command;
  int processes = 0;            // 0: as many as the first one says
  int64_t keepalive_ms = 5000;  // what the processor itself says counts more
  int64_t max_queue = 64;       // requests that wait for a thread; more are 450
  // Tells people of a process that has ended; on the pool's thread.
  std::function<void(const std::string&)> complain;
};

// For /metrics, any thread.
struct PoolCounts {
  std::atomic<int64_t> queued{0};
  std::atomic<int64_t> computing{0};
  std::atomic<int64_t> ready{0};   // processes
  std::atomic<int64_t> starts{0};  // of processes
};

class ProcessorPool {
 public:
  // Returns when the first process is ready. kModel, in the words of the processor, when it cannot
  // be; kEnvironment when it cannot be started.
  static Result<std::unique_ptr<ProcessorPool>> Start(const PoolOptions& options);
  virtual ~ProcessorPool() = default;  // Stop()

  // From any thread; `done` is called once, on the pool's thread or on the caller's.
  virtual void Submit(std::string body, std::function<void(ProcessorAnswer)> done) = 0;
  // Answers what is left with 503, and ends the processes.
  virtual void Stop() = 0;

  virtual const PoolCounts& counts() const = 0;
  virtual int64_t keepalive_ms() const = 0;
};

}  // namespace paisql::serving
