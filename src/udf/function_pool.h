#pragma once

// The processes that compute functions of users. Functions of one environment share them: a process
// is started when none is free and there are fewer than the machine has cores, and ends when nobody
// has used it for a minute. A thread of the pool starts all of them, and they end with it.
//
// Safe from any thread.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "udf/function_failure.h"
#include "udf/function_spec.h"
#include "udf/function_worker.h"
#include "udf/printed_output.h"

namespace paisql::udf {

struct FunctionPoolOptions {
  std::string python;         // the interpreter; "" where the installation has none
  std::string python_folder;  // holds the package paisql
  // Below which the processes have their folders; made and removed by the pool. "": one of the
  // system's for temporary files.
  std::string folder;
  size_t most_processes = 0;  // of an environment; 0: as many as there are cores
  int64_t idle_ms = 60'000;   // that an unused process stays
  size_t most_idle = 16;      // of all environments together; those unused for longest end
  int64_t start_s = 120;      // until a process is ready
};

// Whether a thread holds a process for one question or for a whole statement. Who holds it for long
// never waits for another one: the thread that would free it might be the one that waits.
enum class Hold { kQuestion, kStatement };

class FunctionPool;
struct PoolState;

// A process that nobody else uses meanwhile, with the function opened in it.
class WorkerLease {
 public:
  ~WorkerLease();
  WorkerLease(WorkerLease&& other) noexcept = default;
  WorkerLease& operator=(WorkerLease&&) = delete;

  // The one frame of an answer. `what` is a name of the protocol ("evaluate"). A frame of the kind
  // kError says that the user's code has failed, and the process goes on; the Result's own errors
  // are of the process.
  Result<workers::Frame> Call(const std::string& what, std::string payload, const Stopped& stopped);
  // An answer of several frames, each of which `take` gets; the last one has the code 0. An error
  // of `take` ends the answer.
  using Take = std::function<Status(workers::Frame frame)>;
  Status Call(const std::string& what, std::string payload, const Stopped& stopped,
              const Take& take);

 private:
  friend class FunctionPool;
  WorkerLease(std::shared_ptr<PoolState> state, Hold hold, std::string key, std::string name,
              std::unique_ptr<FunctionWorker> worker, std::shared_ptr<PrintedOutput> printed)
      : state_(std::move(state)),
        hold_(hold),
        key_(std::move(key)),
        name_(std::move(name)),
        worker_(std::move(worker)),
        printed_(std::move(printed)) {}

  std::shared_ptr<PoolState> state_;
  Hold hold_;
  std::string key_;
  std::string name_;
  std::unique_ptr<FunctionWorker> worker_;
  std::shared_ptr<PrintedOutput> printed_;
  int64_t id_ = 0;
};

class FunctionPool {
 public:
  FunctionPool();
  ~FunctionPool();  // Stop()
  FunctionPool(const FunctionPool&) = delete;
  FunctionPool& operator=(const FunctionPool&) = delete;

  // Before the first Take.
  void Configure(FunctionPoolOptions options);

  // Errors of the user's code while the function is opened are kScript. `zone` is the session's
  // time zone. `printed` gets what the process prints until the lease ends, also when it fails.
  Result<WorkerLease> Take(const FunctionSpec& spec, const std::string& zone,
                           const Stopped& stopped, std::shared_ptr<PrintedOutput> printed,
                           Hold hold = Hold::kQuestion);
  // Ends the processes; nothing can be taken afterwards.
  void Stop();

 private:
  std::shared_ptr<PoolState> state_;
};

}  // namespace paisql::udf
