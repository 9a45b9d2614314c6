#pragma once

// Follows one job: hands on what it prints and how it is until it ends.

#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "base/files/files.h"
#include "base/result.h"
#include "jobs/log/job_observer.h"
#include "jobs/spec/job_outcome.h"

namespace paisql::jobs {

class JobService;
class LogFollower;

// One job's following, which may pause: what the observer has been told is not told again. Belongs
// to the thread of its JobService, which outlives it.
class JobFollower {
 public:
  ~JobFollower();
  JobFollower(const JobFollower&) = delete;
  JobFollower& operator=(const JobFollower&) = delete;

  // Tells the observer of the job until it ends. A stop request ends the following, not the job:
  // then the outcome is nullopt, the job goes on until Kill, and the next call goes on from here.
  Result<std::optional<JobOutcome>> Follow(JobObserver& observer, std::stop_token stop);

  // Becomes readable when nothing happens to the job any more; not open when that is so already,
  // or when it cannot be watched.
  Result<Descriptor> WatchEnd();

 private:
  friend class JobService;
  JobFollower(JobService& jobs, std::string id, std::string directory);

  JobService& jobs_;
  std::string id_;
  std::string directory_;
  std::unique_ptr<LogFollower> log_;
};

}  // namespace paisql::jobs
