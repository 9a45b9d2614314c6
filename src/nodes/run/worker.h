#pragma once

// Processes that run the scripts of SQL nodes one after another: beginning a process and an engine
// takes longer than most small scripts do. A worker gets one line of JSON a script and answers with
// one; its output goes to the log that the line names.

#include <functional>
#include <optional>
#include <string>

#include "base/result.h"
#include "base/system/event_loop.h"
#include "base/system/process.h"
#include "nodes/run/host.h"

namespace paisql::nodes {

// One script for a worker.
struct WorkerTask {
  SqlScript script;
  std::string log;  // the file that its output is appended to
};

std::string WriteTask(const WorkerTask& task);  // one line
Result<WorkerTask> ReadTask(const std::string& line);

// The worker's own part: reads tasks from standard input until its end, runs each with standard
// output and error as its log, and answers with its exit status on `answers`. Gives the program's
// exit status. `run` says that it wants no more by a status of kWorkerEnds or above.
inline constexpr int kWorkerEnds = 128;
int ServeTasks(int answers, const std::function<int(const SqlScript& script)>& run);

// A worker as its owner sees it. It is killed with its owner.
class Worker {
 public:
  static Result<Worker> Start(const Programs& programs);

  Status Give(const WorkerTask& task);
  // Readable when the script has ended, or the worker.
  int descriptor() const { return answers_.get(); }
  // Once that is readable: the script's exit status; nullopt while there is only a part of the
  // answer. An error when the worker has ended instead.
  Result<std::optional<int>> TakeStatus();
  void Signal(int number) const;
  // Waits for its end. Nothing may be asked of it afterwards.
  void End();

  Worker(Worker&&) noexcept = default;
  Worker& operator=(Worker&&) noexcept = default;

 private:
  Worker() = default;

  pid_t pid_ = 0;
  Descriptor tasks_;
  Descriptor answers_;
  std::string begun_;  // of an answer
};

}  // namespace paisql::nodes
