#pragma once

// An instance: statements that a client has submitted, and what has become of them. The service
// that runs it changes it; everybody else reads it through the functions here, from any thread.

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "base/error.h"
#include "instances/instance_result.h"
#include "instances/trace.h"

namespace paisql::access {
struct Policy;
}

namespace paisql::instances {

// What a client submits.
struct Submission {
  std::string project;  // with its schema, as store/place.h writes places
  std::string user;     // "": the owner
  // The policy of the token, which bounds what the user may do; null without one.
  std::shared_ptr<const access::Policy> allowed = nullptr;
  std::string task = "AnonymousSQLTask";
  std::string kind = "SQL";  // of the task
  std::string query;         // statements
  std::map<std::string, std::string> settings;
  std::map<std::string, std::string> aliases = {};  // other names of resources
  int priority = 9;                                 // 0 runs first
  // A name that the client has made up, so that asking twice is one instance; "": none.
  std::string unique_id;
  std::string source;     // the job as the client wrote it
  std::string job;        // its name, "" for none
  std::string id_suffix;  // with which the instance's id ends
  // The session in which the statements run; without one the instance has a session of its own.
  // Whoever submits keeps it alive, and lets one instance at a time run in it: where it has gone
  // meanwhile, the instance fails.
  std::optional<std::weak_ptr<session::Session>> session = std::nullopt;
  // Not empty: nothing runs, the instance fails with it.
  std::optional<Error> refusal;
};

enum class TaskState { kWaiting, kRunning, kSuccess, kFailed, kCancelled };

// How far the statements of a running instance are, roughly.
struct InstanceProgress {
  int64_t statement = 0;           // the one that runs, from 1; 0: none has begun
  int64_t statements = 0;          // 0: not known yet
  std::optional<double> fraction;  // of that statement, 0 to 1; nullopt while it cannot be told
  int64_t rows_read = 0;           // by that statement, as the next two
  int64_t bytes_read = 0;
  int64_t bytes_to_read = 0;  // 0 where the files say nothing
  int64_t rows_written = 0;   // by the statements that have ended
};

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
  // One that is known from elsewhere, and does not change.
  Instance(std::string id, Submission submission, Status status, InstanceProgress progress,
           std::shared_ptr<const InstanceResult> result, TraceFacts facts = {});

  Status status() const;
  // What has happened so far.
  const Trace& trace() const { return trace_; }
  // Null until the instance has ended, and where it has failed.
  std::shared_ptr<const InstanceResult> result() const;
  // Waits until it has ended, so long at most; whether it has.
  bool Await(int timeout_ms) const;
  // Calls `told` once: when it has ended, on the thread that ends it, or now if it has. `told` does
  // not wait for anything. Returns what ForgetOnEnd takes.
  int64_t OnEnd(std::function<void()> told);
  // A call may be under way.
  void ForgetOnEnd(int64_t number);
  InstanceProgress progress() const;

 private:
  friend class InstanceService;
  friend class StatementRun;

  // Sets the final status and result, then calls the waiting callbacks.
  void End(Status status, std::shared_ptr<const InstanceResult> result);

  const std::string id_;
  const Submission submission_;
  std::atomic<bool> stopped_ = false;  // its next statement will not begin
  bool begins_at_once_ = false;        // known before it is in the queue
  Trace trace_;
  mutable std::mutex mutex_;
  Status status_;
  std::shared_ptr<const InstanceResult> result_;
  InstanceProgress progress_;
  session::Session* session_ = nullptr;  // while a statement may run
  std::map<int64_t, std::function<void()>> on_end_;
  int64_t next_on_end_ = 1;
  mutable std::condition_variable changed_;
};

using InstancePtr = std::shared_ptr<Instance>;

}  // namespace paisql::instances
