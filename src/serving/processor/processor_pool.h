#pragma once

// The processes of a processor (workers/worker_pool.h), whose answers are those of HTTP.
//
// A request that waits too long is answered 503 when no process is ready, else 504; one that is
// computed too long, 504; one whose process ends, 500; one too many, 450.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/process/process.h"
#include "base/result.h"
#include "workers/worker_pool.h"

namespace paisql::serving {

// The kind in the hello of a processor's process. The hello also has "threads" (requests computed
// at once), "processes" (processes that the processor needs), and "keepalive_ms" (its time for an
// answer; 0: the service's). The code of its answers is the status of HTTP, 0 for 200.
inline constexpr std::string_view kProcessorKind = "processor";

struct ProcessorAnswer {
  int status = 200;  // as HTTP has it
  std::string body{};
};

// How the error of a processor begins that has ended without a word to the pool; its own last words
// stand on its standard error.
inline constexpr std::string_view kEndedEarly = "the processor has ended before it was ready";

struct ProcessorOptions {
  SpawnOptions command;
  int processes = 0;  // 0: as many as the first one says
  int64_t keepalive_ms = 5000;
  int64_t max_queue = 64;
  // Tells people of a process that has ended; on the pool's thread.
  std::function<void(const std::string&)> complain;
};

class ProcessorPool {
 public:
  // Returns when the first process is ready. kModel, in the words of the processor, when it cannot
  // be; kEnvironment when it cannot be started.
  static Result<std::unique_ptr<ProcessorPool>> Start(const ProcessorOptions& options);

  // From any thread; `done` is called once, on the pool's thread or on the caller's.
  void Submit(std::string body, std::function<void(ProcessorAnswer)> done);
  // Answers what is left with 503, and ends the processes.
  void Stop() { pool_->Stop(); }

  const workers::PoolCounts& counts() const { return pool_->pool().counts(); }
  int64_t keepalive_ms() const { return pool_->pool().limit_ms(); }

 private:
  explicit ProcessorPool(std::unique_ptr<workers::PoolThread> pool) : pool_(std::move(pool)) {}

  std::unique_ptr<workers::PoolThread> pool_;
};

}  // namespace paisql::serving
