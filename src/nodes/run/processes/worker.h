#pragma once

// Processes that run the scripts of SQL nodes one after another: starting a process and an engine
// takes longer than most small scripts do. They are workers of the kind "script"
// (workers/protocol.h). A request's text is a task in JSON, or names the file of a long one; the
// code of its answer is the exit status. The output goes to the log that the task names.

#include <functional>
#include <memory>
#include <string>

#include "base/events/event_loop.h"
#include "base/result.h"
#include "nodes/run/host.h"
#include "workers/worker_process.h"

namespace paisql::nodes {

// One script for a worker.
struct WorkerTask {
  SqlScript script;
  std::string log;  // the file that its output is appended to
};

std::string WriteTask(const WorkerTask& task);
Result<WorkerTask> ReadTask(const std::string& text);

// The worker's own part: makes itself ready by a script that does nothing, then takes tasks, one at
// a time, until the owner closes the socket; runs each with standard output and error as its log.
// Gives the program's exit status. `run` says that it takes no more by a status of kWorkerEnds or
// above.
inline constexpr int kWorkerEnds = 128;
int ServeTasks(const std::function<int(const SqlScript& script)>& run);

// A worker as its owner sees it. It is killed with its owner. Tasks that it has not taken wait for
// it in the socket, from which its owner can take them back.
class Worker {
 public:
  // Within turns of the loop. Each may destroy the worker.
  struct Events {
    std::function<void()> ready;
    std::function<void(int status)> ended;             // one script, in the order of Give
    std::function<void(const std::string& why)> gone;  // the worker; nothing follows
  };

  // It opens its session and its engine before there is something to do.
  static Result<Worker> Start(const Programs& programs);
  void Listen(EventLoop& loop, Events events);

  Status Give(const WorkerTask& task);
  // How many of those that were given last it has not taken; it never will.
  size_t TakeBack();
  void Signal(int number) const;
  // It ends when it has nothing to do any more. Only End may follow.
  void EndSoon() { process_->EndSoon(); }
  // Waits for its end. Nothing may be asked of it afterwards.
  void End() { process_->Wait(); }

 private:
  explicit Worker(std::unique_ptr<workers::WorkerProcess> process) : process_(std::move(process)) {}

  std::unique_ptr<workers::WorkerProcess> process_;
};

}  // namespace paisql::nodes
