#pragma once

// A process that computes functions of users (src/python/paisql/functions/worker.py, src/java), as
// the thread that asks it sees it: a question is written, and the answer is waited for. One thread
// at a time.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/files/files.h"
#include "base/process/child_process.h"
#include "base/result.h"
#include "udf/function_spec.h"
#include "udf/printed_output.h"
#include "workers/protocol.h"

namespace paisql::udf {

// Whether the statement is to end. Asked every 50 ms while a process is waited for.
using Stopped = std::function<bool()>;
Error CancelledError();

// Bytes of rows that go in one question: what a frame holds, less its words.
inline constexpr size_t kMostSentBytes = workers::kMostFrameBytes - 1024;
// Of rows that are more than that, and cannot be cut.
Error TooManyBytesError(const std::string& name);

class FunctionWorker {
 public:
  struct Start {
    std::vector<std::string> command;      // command[0] is an absolute path
    std::vector<std::string> environment;  // "NAME=value", all of it
    std::string folder;                    // where it runs; it is removed with the worker
    std::string function;                  // for which it is started, as errors name it
    std::string log;                       // the file of what it prints, which is removed, too
    int64_t memory_mb = 0;
    bool java = false;      // it keeps to the memory by itself, and says so when that is too little
    int64_t timeout_s = 0;  // of one answer
    int64_t start_s = 0;    // until it is ready
    // It writes rows of tables before it is ready.
    bool writes_tables = false;
  };

  // The thread's end would end the process.
  static Result<std::unique_ptr<FunctionWorker>> Begin(const Start& start);
  ~FunctionWorker();
  FunctionWorker(const FunctionWorker&) = delete;
  FunctionWorker& operator=(const FunctionWorker&) = delete;

  // Waits until it is ready; once.
  Status Greet(const Stopped& stopped);
  // The number by which its questions name the function, which is opened in it when it is not yet.
  Result<int64_t> Open(const FunctionSpec& spec, const Stopped& stopped);

  // Asks, and hands each frame of the answer to `take`, also an error frame: the user's code has
  // failed. Where `take` fails before the last frame, the process ends with it. Other errors are of
  // the process, which has ended then.
  using Take = std::function<Status(workers::Frame frame)>;
  Status Ask(const std::string& name, std::string text, std::string payload, const Stopped& stopped,
             const Take& take);

  // Whether the process is there, as far as the system knows.
  bool Lives() const;
  // What it has printed since the last call; the file is empty then.
  Printed TakePrinted(size_t most_bytes);

 private:
  FunctionWorker(Start start, Descriptor socket)
      : start_(std::move(start)), socket_(std::move(socket)) {}

  // Ends the process and all that it has started.
  void End();
  // The same, and nobody asks it again.
  void Abandon();
  // The next frame of the process; `name` is the function that errors name.
  Result<workers::Frame> Receive(const std::string& name, const Stopped& stopped,
                                 int64_t deadline_ms);
  Status Send(const std::string& name, const workers::Frame& frame, const Stopped& stopped,
              int64_t deadline_ms);
  // An error when the statement or the time has ended, and the process with it.
  Status CheckEnd(const std::string& name, const Stopped& stopped, int64_t deadline_ms);
  // Waits for the socket; an error when the statement or the time has ended, and the process with
  // it.
  Status Await(const std::string& name, short events, const Stopped& stopped, int64_t deadline_ms);
  // The process has ended by itself.
  Error Ended(const std::string& name);
  // The end of what it has printed.
  std::string LastWords() const;

  // What ends because it has taken too long.
  Error TimeError(const std::string& name) const;

  const Start start_;
  bool greeted_ = false;
  ChildProcess process_;
  Descriptor socket_;
  workers::FrameReader frames_;
  uint64_t last_number_ = 0;
  std::map<std::string, int64_t> opened_;  // by what distinguishes them
  // The last of them: a batch of rows mostly asks for the one of the batch before.
  std::optional<std::pair<FunctionSpec, int64_t>> last_opened_;
};

}  // namespace paisql::udf
