#pragma once

// Runs the instances of a home: a few at a time, in the order of admission/admission.h. Each runs
// in a session of its own, over the context that all share. Safe from any thread.

#include <atomic>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "instances/admission/admission.h"
#include "instances/admission/small_work.h"
#include "instances/book/book_keeper.h"
#include "instances/book/retention.h"
#include "instances/instance.h"
#include "session/session.h"

namespace paisql::instances {

inline constexpr int64_t kDayMs = int64_t{24} * 3600 * 1000;

// How much the service keeps of ended instances. It removes the oldest ended instance first.
struct InstanceLimits {
  int64_t result_bytes = int64_t{100} << 30;  // of one result; more is an error
  int64_t all_results_bytes = int64_t{400} << 30;
  size_t kept = 10000;                        // instances
  int64_t kept_ms = 7 * kDayMs;               // after their end
  int64_t rows_kept_ms = kDayMs;              // of their results
  int64_t memory_bytes = int64_t{256} << 20;  // of results that are in memory, too
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
  // Null for an unknown one. Of one that another server of the home runs it is a picture of now.
  InstancePtr Find(const std::string& id) const;
  // Those of the project, also of other servers of the home; the newest first.
  std::vector<InstancePtr> List(const std::string& project) const;
  // Where it is in the queue; nothing is ahead of what does not wait.
  QueuePlace QueueOf(const std::string& id) const;
  // False where it has ended already.
  bool Cancel(const std::string& id);
  // What waits fails, what runs is interrupted and fails, and nothing begins any more. Waits so
  // long at most; whether everything has ended.
  bool Stop(int timeout_ms);

 private:
  void Work();
  InstancePtr Next();
  void Run(const InstancePtr& instance);
  Result<std::shared_ptr<const InstanceResult>> Execute(Instance& instance, int64_t* file_bytes);
  void Drop(const std::vector<std::string>& ids);
  void End(const InstancePtr& instance, TaskState state, std::optional<Error> error,
           std::shared_ptr<const InstanceResult> result = nullptr, int64_t file_bytes = 0);
  // Looks after what nobody asks for, until the end.
  void Tend();

  const std::shared_ptr<session::HomeContext> context_;
  const session::SessionOptions options_;
  const InstanceLimits limits_;
  const std::unique_ptr<BookKeeper> book_;  // null: nothing survives the process
  SmallWork small_work_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;   // a worker
  std::condition_variable ended_;  // of an instance that ran
  std::condition_variable tend_;
  std::map<std::string, InstancePtr> instances_;  // by id, which grow
  std::map<std::string, InstancePtr> unique_;     // by UniqueKey
  Admission admission_;
  Retention retention_;
  std::map<std::string, InstancePtr> running_;
  std::atomic<bool> ending_ = false;
  std::vector<std::jthread> workers_;
  std::jthread tender_;
};

}  // namespace paisql::instances
