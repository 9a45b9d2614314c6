#pragma once

// Starts a worker process, exchanges frames with it (protocol.h), and ends it. It belongs to one
// thread, whose end would end the process, too.

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/events/event_loop.h"
#include "base/process/child_process.h"
#include "workers/protocol.h"

namespace paisql::workers {

// A worker calls these functions in turns of its owner's loop. Both may destroy the worker.
struct WorkerEvents {
  std::function<void(Frame)> frame;
  // The process has ended, or what it says is not frames; "SIGSEGV", "exit status 1". Once, and
  // nothing follows.
  std::function<void(const std::string& how)> end;
};

// A worker as its owner sees it; tests have others than processes.
class Worker {
 public:
  virtual ~Worker() = default;  // kills what is left of it
  // Sends the frame as soon as the worker reads.
  virtual void Send(const Frame& frame) = 0;
  // Kills the worker and its children. The worker calls `end` later.
  virtual void Kill() = 0;
};

struct WorkerCommand {
  // Its streams, inherited descriptors and dies_with_caller are set here; data_bytes limits its
  // memory.
  SpawnOptions spawn;
  bool errors_to_log = false;  // standard error goes to spawn.output, else to the caller's
  // Each frame is a message, of at most kMostMessageBytes, that can be taken back.
  bool messages = false;
};
inline constexpr size_t kMostMessageBytes = 1 << 16;

class WorkerProcess final : public Worker {
 public:
  // kEnvironment when it cannot be started.
  static Result<std::unique_ptr<WorkerProcess>> Start(const WorkerCommand& command);
  ~WorkerProcess() override = default;
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  // Takes part in the loop, which outlives the worker, from here on. Once.
  void Listen(EventLoop& loop, WorkerEvents events);

  void Send(const Frame& frame) override;
  void Kill() override { process_.Kill(); }
  // Signals the process alone.
  void Signal(int number) const { process_.Signal(number); }
  // The frames that the worker has not read, and will never read; of a worker with messages.
  std::vector<Frame> TakeBack();
  // Closes the socket: the worker ends when it has done what it has read.
  void EndSoon();
  // Closes the socket and waits for the worker's end. Nothing may be asked of it afterwards.
  void Wait();

 private:
  WorkerProcess(ChildProcess process, Descriptor socket)
      : process_(std::move(process)), socket_(std::move(socket)) {}

  void Write();
  enum class Taken { kSome, kNothing, kEnd, kDestroyed };
  // Takes some bytes and tells of the frames in them.
  Taken TakeBytes();
  void End();

  ChildProcess process_;
  Descriptor socket_;
  Descriptor theirs_;  // the worker's end, for TakeBack; not open without messages
  EventLoop* loop_ = nullptr;
  std::shared_ptr<const WorkerEvents> events_;
  FrameReader frames_;
  std::deque<std::string> unsent_;  // frames
  size_t sent_ = 0;                 // of the first of them
  EventLoop::Watch readable_;
  EventLoop::Watch writable_;  // while there is something unsent
  EventLoop::Watch gone_;
  std::shared_ptr<const bool> lives_ = std::make_shared<bool>(true);
};

}  // namespace paisql::workers
