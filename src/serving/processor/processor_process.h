#pragma once

// One process of a processor: it is started, spoken to over a socket, and ended. It belongs to one
// thread, whose end would end the process, too.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/events/event_loop.h"
#include "base/files/files.h"
#include "base/process/process.h"
#include "base/result.h"
#include "serving/processor/frame.h"

namespace paisql::serving {

class ProcessorProcess {
 public:
  // Called on the owner's thread, within a turn of the loop.
  struct Events {
    std::function<void(Frame)> frame;
    // The process has ended or speaks no frames any more; "SIGSEGV", "exit status 1".
    std::function<void(std::string)> end;
  };

  // Starts the command, whose descriptor kProcessorSocket is the socket; its output goes to
  // standard error. The loop outlives the process.
  static Result<std::unique_ptr<ProcessorProcess>> Start(const SpawnOptions& command,
                                                         EventLoop& loop, const Events& events);
  ~ProcessorProcess();  // kills what is left of it
  ProcessorProcess(const ProcessorProcess&) = delete;
  ProcessorProcess& operator=(const ProcessorProcess&) = delete;

  void Send(uint32_t code, uint64_t number, std::string_view payload);
  // With all that it has started. `end` is called later.
  void Kill() const;

 private:
  ProcessorProcess(pid_t pid, Descriptor socket, EventLoop& loop, Events events);

  void Read();
  void Write();
  void End();

  const pid_t pid_;
  Descriptor socket_;
  Descriptor exit_;
  EventLoop& loop_;
  const Events events_;
  FrameReader frames_;
  std::string unsent_;
  size_t sent_ = 0;  // of unsent_
  bool ended_ = false;
  EventLoop::Watch readable_;
  EventLoop::Watch writable_;  // while there is something unsent
  EventLoop::Watch gone_;
};

}  // namespace paisql::serving
