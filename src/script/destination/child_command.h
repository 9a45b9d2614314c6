#pragma once

// A command of the user's shell that reads what we write: a pager, or what \g | names. It shares
// our terminal, and Ctrl-C reaches it as it reaches us.

#include <signal.h>
#include <sys/types.h>

#include <atomic>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>

#include "base/files/files.h"
#include "base/result.h"

namespace paisql::script {

class ChildCommand {
 public:
  // `on_end` is called from a thread of our own when the command has been started and ends before
  // Close. kEnvironment when the system starts no process.
  static Result<std::unique_ptr<ChildCommand>> Start(const std::string& command,
                                                     std::function<void()> on_end);
  // As Close.
  ~ChildCommand();
  ChildCommand(const ChildCommand&) = delete;
  ChildCommand& operator=(const ChildCommand&) = delete;

  // The descriptor from which the command reads its input.
  int descriptor() const { return input_.get(); }
  // It has been started, and has ended. Safe from any thread.
  bool ended() const { return ended_.load(); }
  // Nothing more comes: waits until it has ended, and ends it once the stop is asked for. Its exit
  // status, or 128 and the signal's number.
  int Close(const std::stop_token& stop = {});

 private:
  ChildCommand(pid_t pid, Descriptor input, std::function<void()> on_end);

  pid_t pid_;
  Descriptor input_;
  std::atomic<bool> ended_{false};
  std::atomic<bool> closing_{false};
  std::thread thread_;
  int status_ = -1;
};

// The status of a command that Close has ended.
inline constexpr int kEndedByUs = 128 + SIGTERM;

// True for the shell's status for a command that is missing or must not run.
bool CouldNotStart(int status);

}  // namespace paisql::script
