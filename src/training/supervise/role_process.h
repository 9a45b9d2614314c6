#pragma once

// One process of a job through its starts and ends. Private to training.

#include <sys/types.h>

#include <cstdint>
#include <optional>

#include "training/job/cluster.h"
#include "training/job/job_progress.h"
#include "training/log/process_log.h"
#include "training/log/progress_pipe.h"

namespace paisql::training {

class RoleProcess {
 public:
  enum class State { kWaiting, kRunning, kEnded };

  RoleProcess(ProcessPlan plan, ProcessLog log, ProgressPipe pipe)
      : plan_(std::move(plan)), log_(std::move(log)), pipe_(std::move(pipe)) {}

  const ProcessPlan& plan() const { return plan_; }
  ProcessLog& log() { return log_; }
  const ProcessLog& log() const { return log_; }
  State state() const { return state_; }
  pid_t pid() const { return pid_; }  // 0 unless it runs
  int restarts() const { return restarts_; }
  int64_t start_ms() const { return start_ms_; }  // of one that waits: when it is started

  void Started(pid_t pid) {
    pid_ = pid;
    state_ = State::kRunning;
  }
  void Ended() {
    pid_ = 0;
    state_ = State::kEnded;
  }
  // It ended and is started again at this time.
  void WaitUntil(int64_t start_ms) {
    pid_ = 0;
    state_ = State::kWaiting;
    start_ms_ = start_ms;
    pipe_.Restart(&progress_);
    ++restarts_;
  }
  ProcessState Describe() const;
  const ProgressPipe& pipe() const { return pipe_; }
  // What the process has told of itself.
  const ProcessProgress& progress() const { return progress_; }
  bool PumpProgress(int64_t now_ms) { return pipe_.Pump(now_ms, &progress_); }

 private:
  ProcessPlan plan_;
  ProcessLog log_;
  ProgressPipe pipe_;
  ProcessProgress progress_;
  State state_ = State::kWaiting;
  pid_t pid_ = 0;
  int restarts_ = 0;
  int64_t start_ms_ = 0;
};

}  // namespace paisql::training
