#pragma once

// Processes that run the scripts of SQL nodes one after another: beginning a process and an engine
// takes longer than most small scripts do. A worker gets one message of JSON a script and answers
// with a line; its output goes to the log that the message names.

#include <functional>
#include <string>
#include <vector>

#include "base/events/event_loop.h"
#include "base/process/process.h"
#include "base/result.h"
#include "nodes/run/host.h"

namespace paisql::nodes {

// One script for a worker.
struct WorkerTask {
  SqlScript script;
  // The file that its output is appended to; "": it only makes the worker ready.
  std::string log;
};

std::string WriteTask(const WorkerTask& task);
Result<WorkerTask> ReadTask(const std::string& text);

// The worker's own part: takes tasks from the socket that is its standard input, one at a time,
// until it is closed; runs each with standard output and error as its log, and answers with its
// exit status on `answers`. Gives the program's exit status. `run` says that it wants no more by a
// status of kWorkerEnds or above.
inline constexpr int kWorkerEnds = 128;
inline constexpr int kWorkerReady = -1;
int ServeTasks(int answers, const std::function<int(const SqlScript& script)>& run);

// A worker as its owner sees it. It is killed with its owner. Tasks that it has not taken wait for
// it in the socket, from which its owner can take them back.
class Worker {
 public:
  // It opens its session and its engine before there is something to do, and answers with
  // kWorkerReady.
  static Result<Worker> Start(const Programs& programs);

  Status Give(const WorkerTask& task);
  // How many of those that were given last it has not taken; it never will.
  size_t TakeBack();
  // Readable when a script has ended, or the worker.
  int descriptor() const { return answers_.get(); }
  // Once that is readable: the exit statuses of scripts that have ended, in the order in which they
  // were given. An error when the worker has ended; those before it count.
  Status TakeStatuses(std::vector<int>& statuses);
  void Signal(int number) const;
  // It ends when it has nothing to do any more. Only End may follow.
  void EndSoon();
  // Waits for its end. Nothing may be asked of it afterwards.
  void End();

  Worker(Worker&&) noexcept = default;
  Worker& operator=(Worker&&) noexcept = default;

 private:
  Worker() = default;

  pid_t pid_ = 0;
  Descriptor tasks_;   // our end of the socket
  Descriptor theirs_;  // the worker's, for TakeBack
  Descriptor answers_;
  std::string begun_;  // of an answer
};

}  // namespace paisql::nodes
