#pragma once

// A job's processes from their start to the end of the last one: starts them, keeps their logs,
// starts again what may be, ends the whole tree, and says what came of it. It sleeps in poll and
// wakes for output, for the end of a process, for a request to stop and for its few deadlines.
// Private to training.

#include <functional>
#include <optional>
#include <vector>

#include "training/activity_watch.h"
#include "training/held_port.h"
#include "training/job_progress.h"
#include "training/launch.h"
#include "training/process_failure.h"
#include "training/resource_limits.h"
#include "training/role_process.h"

namespace paisql::training {

// Blocks the signals that a JobRun takes; called before the first process is started.
void BlockSupervisedSignals();

// Ends the helpers that a dead process left behind.
void SignalLeftovers(const ProcessPlan& plan, int number);

class JobRun {
 public:
  explicit JobRun(const JobContext& job);

  // Once, to the end. The outcome of a job that succeeded may have a message: what did not succeed
  // beside the workers.
  JobOutcome Run();

 private:
  Status Prepare();
  Status StartWaiting();
  void Supervise();
  void Sleep(int64_t until_ms);
  int64_t NextDeadline() const;
  void TakeSignals();
  bool Reap();  // false when there are no children at all any more
  void OnEnd(RoleProcess& process, int status);
  bool MayRestart(const RoleProcess& process) const;
  void CheckDeadlines();
  void CheckEvaluators();
  bool IsOver() const;
  bool WorkersAreDone() const;
  bool EvaluatorRuns() const;
  void Fail(const std::string& message);
  void Announce(const std::string& text);
  void SignalAll(int number) const;
  void EndAll();
  void WriteStates() const;
  RoleProcess& Chief();

  const JobContext& job_;
  const JobPlaces& places_;
  const JobFile& file_;
  ResourceLimits resources_;
  std::vector<HeldPort> ports_;
  std::vector<ProcessPlan> plans_;
  std::vector<RoleProcess> processes_;
  Descriptor signals_;
  std::optional<ActivityWatch> watch_;
  int64_t started_ms_ = 0;
  int64_t training_deadline_ms_ = 0;   // 0: none
  int64_t evaluator_deadline_ms_ = 0;  // 0: the workers are not done yet
  bool stop_requested_ = false;
  std::optional<JobOutcome> failure_;
  std::string note_;
};

}  // namespace paisql::training
