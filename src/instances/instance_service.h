#pragma once

// Runs the instances of a home: a few at a time, in the order of admission/admission.h. Each runs
// in a session of its own, over the context that all share. Safe from any thread.

#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "instances/admission/admission.h"
#include "instances/admission/small_work.h"
#include "instances/instance.h"
#include "session/session.h"

namespace paisql::instances {

// What the service keeps in memory. Of ended instances it forgets those that ended first.
struct InstanceLimits {
  int64_t result_bytes = int64_t{1} << 30;  // of one result; more is an error
  int64_t all_results_bytes = int64_t{4} << 30;
  size_t kept = 10000;                          // ended instances
  int64_t kept_ms = int64_t{24} * 3600 * 1000;  // after their end
  AdmissionLimits admission = {};
};

// Whether an error of Submit says that too many wait, so that the client is to come back.
bool IsQueueFull(const Error& error);

class InstanceService {
 public:
  // `options` are those of each session but for what a submission says.
  InstanceService(std::shared_ptr<session::HomeContext> context, session::SessionOptions options,
                  InstanceLimits limits = {});
  // Stop, without a limit of time.
  ~InstanceService();
  InstanceService(const InstanceService&) = delete;
  InstanceService& operator=(const InstanceService&) = delete;

  // The instance that runs it. A unique id that the same user has given in the same project before
  // names the instance of then.
  Result<InstancePtr> Submit(Submission submission);
  // Null for an unknown one.
  InstancePtr Find(const std::string& id) const;
  // Those of the project, the newest first.
  std::vector<InstancePtr> List(const std::string& project) const;
  // Where it is in the queue; nothing is ahead of what does not wait.
  QueuePlace QueueOf(const std::string& id) const;
  // False where it has ended already.
  bool Cancel(const std::string& id);
  // Ends what waits, interrupts what runs, and lets nothing begin any more. Waits so long at most;
  // whether everything has ended.
  bool Stop(int timeout_ms);

 private:
  static std::string UniqueKey(const Submission& submission);

  void Work();
  InstancePtr Next();
  void Run(const InstancePtr& instance);
  Result<std::shared_ptr<const InstanceResult>> Execute(Instance& instance);
  // kOutOfMemory where the results have no room, also without those of ended instances.
  Status Reserve(int64_t bytes);
  // Removes the instance that ended first from the lists, and hands it on, so that it is destroyed
  // without the lock.
  InstancePtr TakeOldest();
  void Keep(const InstancePtr& instance);
  void End(const InstancePtr& instance, TaskState state, std::optional<Error> error,
           std::shared_ptr<const InstanceResult> result);

  const std::shared_ptr<session::HomeContext> context_;
  const session::SessionOptions options_;
  const InstanceLimits limits_;
  SmallWork small_work_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;                  // a worker
  std::condition_variable ended_;                 // of an instance that ran
  std::map<std::string, InstancePtr> instances_;  // by id, which grow
  std::map<std::string, InstancePtr> unique_;     // by UniqueKey
  Admission admission_;
  std::deque<InstancePtr> ended_instances_;  // the first that ended first
  int64_t results_bytes_ = 0;
  std::map<std::string, InstancePtr> running_;
  bool ending_ = false;
  std::vector<std::jthread> workers_;
};

}  // namespace paisql::instances
