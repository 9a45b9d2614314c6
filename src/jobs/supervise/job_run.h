#pragma once

// A job's processes from their start to the end of the last one: waits for room, starts them, keeps
// their logs and what they tell, starts again what may be, ends the whole tree, and says what came
// of it. It waits in its place for output, for the end of a process, for a request to stop and for
// its few deadlines. Where the processes run is the place's business (jobs/place/place.h).
// Private to jobs.

#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "jobs/job/job_progress_file.h"
#include "jobs/place/place.h"
#include "jobs/supervise/activity_watch.h"
#include "jobs/supervise/process_failure.h"
#include "jobs/supervise/role_process.h"
#include "jobs/supervise/run_records.h"

namespace paisql::jobs {

// How often processes.json follows what the processes tell.
inline constexpr int64_t kStatesIntervalMs = 500;

// The supervisor's work at each turn of a job.
struct JobTurns {
  std::function<void()> on_queued;   // the job has its place in the queue, or room already
  std::function<Status()> on_start;  // it has room and is about to start its processes
  std::function<void()> on_ended;    // its processes are gone; files are written still
};

class JobRun : private PlaceEvents {
 public:
  // Job, places and place outlive the run. A stop request kills the job.
  JobRun(const JobFile& job, const JobPlaces& places, Place& place, JobTurns turns,
         std::stop_token stop);

  // Once, to the end. The outcome of a job that succeeded may have a message: what did not succeed
  // beside the workers.
  JobOutcome Run();
  // The processes, and the progress that they have reported.
  JobProgress Progress() const;

 private:
  Status Begin();
  Status Prepare();
  Status WaitForRoom();
  Status StartWaiting();
  void Supervise();
  int64_t NextDeadline() const;
  void LookAtStop();
  RoleProcess* Find(ProcessHandle handle);
  void OnAddress(const std::string& process_name, const std::string& address) override;
  void OnStarted(ProcessHandle handle, const std::string& at) override;
  void OnOutput(ProcessHandle handle, std::string_view bytes) override;
  void OnProgress(ProcessHandle handle, std::string_view bytes) override;
  void OnEnded(ProcessHandle handle, const ProcessEnd& end) override;
  bool IsDone(const ProcessEnd& end) const;
  bool MayRestart(const RoleProcess& process, const ProcessEnd& end) const;
  void CheckDeadlines();
  void CheckEvaluators();
  bool IsOver() const;
  bool WorkersAreDone() const;
  bool EvaluatorRuns() const;
  void Fail(const std::string& message);
  void Announce(const std::string& text);
  void EndAll();
  void WriteStates();

  const JobFile& file_;
  const JobPlaces& places_;
  Place& place_;
  JobTurns turns_;
  std::stop_token stop_;
  std::optional<std::stop_callback<std::function<void()>>> on_stop_;
  std::vector<ProcessPlan> plans_;
  std::vector<RoleProcess> processes_;
  std::optional<ActivityWatch> watch_;
  std::optional<RunRecords> records_;
  int64_t started_ms_ = 0;
  int64_t training_deadline_ms_ = 0;   // 0: none
  int64_t evaluator_deadline_ms_ = 0;  // 0: the workers are not done yet
  bool evaluator_is_late_ = false;
  std::string waits_for_;    // for room, "" when the job has it
  bool states_due_ = false;  // processes.json is older than what the processes have told
  int64_t states_written_ms_ = 0;
  bool stop_requested_ = false;  // while that could change the job's outcome
  bool over_ = false;            // the outcome stands, and the processes are being ended
  std::optional<JobOutcome> failure_;
  std::string note_;
};

}  // namespace paisql::jobs
