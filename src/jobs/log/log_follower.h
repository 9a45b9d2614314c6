#pragma once

// Hands on what is appended to a job's log, and how its processes are, until the job's supervisor
// ends. Private to jobs.

#include <sys/stat.h>

#include <stop_token>

#include "base/process/process.h"
#include "base/result.h"
#include "jobs/job/job_directory.h"
#include "jobs/log/log_reader.h"

namespace paisql::jobs {

class LogFollower {
 public:
  explicit LogFollower(JobPlaces places) : places_(std::move(places)), log_(places_.ChiefLog()) {}

  // Gives the chief's log as it comes, from its first byte on or from where the last call stopped;
  // sleeps in between. A log that cannot be read is told once, as a line of it. True when the
  // supervisor has ended and all has been handed on, false when the stop token ended the following.
  // A supervisor that has ended before the call is fine.
  Result<bool> Follow(const ProcessIdentity& supervisor, JobObserver& observer,
                      std::stop_token stop);

 private:
  void LookAtProgress(JobObserver& observer, bool over);

  JobPlaces places_;
  LogReader log_;
  bool log_failed_ = false;
  struct stat progress_seen_ = {};  // processes.json as the observer knows it
};

}  // namespace paisql::jobs
