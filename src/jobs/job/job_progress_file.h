#pragma once

// processes.json of a job's directory: what its processes do now and what they told of themselves.
// The supervisor writes it, sessions read it. Private to jobs.

#include <optional>
#include <vector>

#include "jobs/job/job_directory.h"
#include "jobs/spec/job_progress.h"

namespace paisql::jobs {

// A process as the file has it: for people and sessions, and what only its place knows of it.
struct ProcessState {
  ProcessProgress progress;
  std::string at;       // what its place calls it: "pid 4711"; "" while it does not run
  std::string address;  // by which the other processes know it
  // Of its last start, as the rest. 0: not yet, since 1970.
  int64_t started_ms = 0;
  int64_t ended_ms = 0;
  std::string was_at;                   // as `at`, also when it has ended
  std::optional<int> exit_status = {};  // of an end that its place has told
  std::string exit;                     // "was killed by SIGKILL"
};

struct JobStates {
  std::string waits_for;
  std::string limits;  // what holds the processes to their memory and CPU
  int64_t elapsed_ms = 0;
  std::vector<ProcessState> processes;
};

Status WriteStates(const JobPlaces& places, const JobStates& states);
// nullopt when there is no file yet, or none that can be read.
std::optional<JobStates> ReadStates(const JobPlaces& places);
// The same without what only its place knows.
std::optional<JobProgress> ReadProgress(const JobPlaces& places);

// Gives a job's row what its processes have told: steps and loss of worker 0, the rows of all.
void FillTotals(const JobProgress& progress, store::Job* job);

}  // namespace paisql::jobs
