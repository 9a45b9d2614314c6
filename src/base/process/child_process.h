#pragma once

// A child of this process that leads a process group of its own. It ends with this object, and so
// does what it has started; no zombie stays.

#include <sys/types.h>

#include <optional>
#include <string>

#include "base/files/files.h"
#include "base/process/process.h"
#include "base/result.h"

namespace paisql {

class ChildProcess {
 public:
  ChildProcess() = default;  // no child
  // As Spawn.
  static Result<ChildProcess> Start(const SpawnOptions& options);
  ChildProcess(ChildProcess&& other) noexcept
      : pid_(std::exchange(other.pid_, 0)), exit_(std::move(other.exit_)) {}
  ChildProcess& operator=(ChildProcess&& other) noexcept {
    std::swap(pid_, other.pid_);
    std::swap(exit_, other.exit_);
    return *this;
  }
  ~ChildProcess();

  // It was started, and nobody has taken its status.
  bool running() const { return pid_ > 0; }
  pid_t pid() const { return pid_; }
  // Readable when it has ended.
  int exit_descriptor() const { return exit_.get(); }
  // Signals the child alone.
  void Signal(int number) const;
  // Kills the child and what it has started.
  void Kill() const;
  // waitpid's status once it has ended. What it has left running is killed.
  std::optional<int> TakeStatus();
  // Waits for its end.
  int Wait();

 private:
  explicit ChildProcess(pid_t pid) : pid_(pid) {}

  pid_t pid_ = 0;  // 0: none, or its status was taken
  Descriptor exit_;
};

// How a process has ended: "SIGSEGV", "exit status 1".
std::string EndText(int wait_status);

}  // namespace paisql
