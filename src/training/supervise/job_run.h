#pragma once

// A job's processes from their start to the end of the last one: waits for room, starts them, keeps
// their logs and what they tell, starts again what may be, ends the whole tree, and says what came
// of it. It sleeps in poll and wakes for output, for the end of a process, for a request to stop
// and for its few deadlines. Where the processes run is the place's business
// (training/place/place.h). Private to training.

#include <functional>
#include <optional>
#include <vector>

#include "training/job/job_progress.h"
#include "training/place/place.h"
#include "training/runtime/launch.h"
#include "training/supervise/activity_watch.h"
#include "training/supervise/process_failure.h"
#include "training/supervise/role_process.h"

namespace paisql::training {

// Blocks the signals that a JobRun takes; called before the first process is started.
void BlockSupervisedSignals();

// How often processes.json follows what the processes tell.
inline constexpr int64_t kStatesIntervalMs = 500;

// What the supervisor does at the turns of a job.
struct JobTurns {
  std::function<void()> on_queued;   // the job has its place in the queue, or room already
  std::function<Status()> on_start;  // it has room and is about to start its processes
  std::function<void()> on_ended;    // its processes are gone; files are written still
};

class JobRun {
 public:
  JobRun(const JobContext& job, Place& place, JobTurns turns);

  // Once, to the end. The outcome of a job that succeeded may have a message: what did not succeed
  // beside the workers.
  JobOutcome Run();
  // What the processes are and have told of themselves.
  JobProgress Progress() const;

 private:
  Status Begin();
  Status Prepare();
  Status WaitForRoom();
  Status StartWaiting();
  void Supervise();
  void Sleep(int64_t until_ms);
  int64_t NextDeadline() const;
  void TakeSignals();
  void Reap();
  void OnEnd(RoleProcess& process, int status);
  bool MayRestart(const RoleProcess& process) const;
  void CheckDeadlines();
  void CheckEvaluators();
  bool IsOver() const;
  bool WorkersAreDone() const;
  bool EvaluatorRuns() const;
  void Fail(const std::string& message);
  void Announce(const std::string& text);
  void SignalAll(int number);
  void EndAll();
  void WriteStates();

  const JobContext& job_;
  const JobPlaces& places_;
  const JobFile& file_;
  Place& place_;
  JobTurns turns_;
  std::vector<ProcessPlan> plans_;
  std::vector<RoleProcess> processes_;
  Descriptor signals_;
  std::optional<ActivityWatch> watch_;
  int64_t started_ms_ = 0;
  int64_t training_deadline_ms_ = 0;   // 0: none
  int64_t evaluator_deadline_ms_ = 0;  // 0: the workers are not done yet
  bool evaluator_is_late_ = false;
  std::string waits_for_;    // for room, "" when the job has it
  bool states_due_ = false;  // processes.json is older than what the processes have told
  int64_t states_written_ms_ = 0;
  bool stop_requested_ = false;
  std::optional<JobOutcome> failure_;
  std::string note_;
};

}  // namespace paisql::training
