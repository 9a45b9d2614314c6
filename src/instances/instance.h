#pragma once

// An instance: statements that a client has submitted, and what has become of them. The service
// that runs it changes it; everybody else reads it through the functions here, from any thread.

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "base/error.h"
#include "instances/instance_result.h"

namespace paisql::instances {

// What a client submits.
struct Submission {
  std::string project;  // with its schema, as store/place.h writes places
  std::string user;     // "": the owner
  std::string task = "AnonymousSQLTask";
  std::string kind = "SQL";  // of the task
  std::string query;         // statements
  std::map<std::string, std::string> settings;
  int priority = 9;    // 0 runs first
  std::string source;  // the job as the client wrote it
};

enum class TaskState { kWaiting, kRunning, kSuccess, kFailed, kCancelled };

class Instance {
 public:
  Instance(std::string id, Submission submission, int64_t submitted_ms);

  const std::string& id() const { return id_; }
  const Submission& submission() const { return submission_; }

  struct Status {
    TaskState state = TaskState::kWaiting;
    int64_t started_ms = 0;  // since 1970; 0: not yet
    int64_t ended_ms = 0;
    std::optional<Error> error;
    bool ended() const { return state != TaskState::kWaiting && state != TaskState::kRunning; }
  };
  Status status() const;
  // Null until the instance has ended, and where it has failed.
  std::shared_ptr<const InstanceResult> result() const;
  // Waits until it has ended, so long at most; whether it has.
  bool Await(int timeout_ms) const;

 private:
  friend class InstanceService;

  const std::string id_;
  const Submission submission_;
  std::atomic<bool> stopped_ = false;  // its next statement will not begin
  mutable std::mutex mutex_;
  Status status_;
  std::shared_ptr<const InstanceResult> result_;
  mutable std::condition_variable changed_;
};

using InstancePtr = std::shared_ptr<Instance>;

}  // namespace paisql::instances
