#pragma once

// One process of a job through its starts and ends. Private to jobs.

#include <cstdint>
#include <optional>
#include <string>

#include "base/system/clock.h"
#include "jobs/job/cluster.h"
#include "jobs/job/job_progress_file.h"
#include "jobs/log/process_log.h"
#include "jobs/log/progress_reader.h"
#include "jobs/place/place.h"

namespace paisql::jobs {

class RoleProcess {
 public:
  enum class State { kWaiting, kStarting, kRunning, kEnded };

  RoleProcess(ProcessPlan plan, ProcessLog log) : plan_(std::move(plan)), log_(std::move(log)) {}

  const ProcessPlan& plan() const { return plan_; }
  ProcessLog& log() { return log_; }
  const ProcessLog& log() const { return log_; }
  State state() const { return state_; }
  ProcessHandle handle() const { return handle_; }  // of its last start
  int restarts() const { return restarts_; }
  int64_t start_ms() const { return start_ms_; }  // of one that waits: when it is started

  void HasAddress(const std::string& address) { plan_.address = address; }
  void Starting(ProcessHandle handle) {
    handle_ = handle;
    state_ = State::kStarting;
  }
  void Started(const std::string& at) {
    at_ = at;
    was_at_ = at;
    started_ms_ = NowMs();
    ended_ms_ = 0;
    end_.reset();
    state_ = State::kRunning;
  }
  void Ended() {
    at_.clear();
    if (started_ms_ != 0 && ended_ms_ == 0) ended_ms_ = NowMs();
    state_ = State::kEnded;
  }
  // How it has ended, before what comes of that is decided.
  void NoteEnd(const ProcessEnd& end) {
    end_ = end;
    ended_ms_ = NowMs();
  }
  // It ended and is started again at this time.
  void WaitUntil(int64_t start_ms) {
    at_.clear();
    state_ = State::kWaiting;
    start_ms_ = start_ms;
    reader_.Restart(&progress_);
    ++restarts_;
  }
  ProcessState Describe() const;
  // Lines in which it has told of itself.
  int64_t lines() const { return reader_.lines(); }
  // The progress that the process has reported.
  const ProcessProgress& progress() const { return progress_; }
  bool TakeProgress(std::string_view bytes, int64_t now_ms) {
    return reader_.Take(bytes, now_ms, &progress_);
  }

 private:
  ProcessPlan plan_;
  ProcessLog log_;
  ProgressReader reader_;
  ProcessProgress progress_;
  State state_ = State::kWaiting;
  ProcessHandle handle_ = ProcessHandle::kNone;
  std::string at_;  // what its place calls it, "" unless it runs
  std::string was_at_;
  int64_t started_ms_ = 0;  // since 1970
  int64_t ended_ms_ = 0;
  std::optional<ProcessEnd> end_;
  int restarts_ = 0;
  int64_t start_ms_ = 0;
};

}  // namespace paisql::jobs
