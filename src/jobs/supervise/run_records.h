#pragma once

// The records of a job's processes over time (jobs/job/record_file.h): when the next ones are due,
// and writing them. Private to jobs.

#include <cstdint>
#include <vector>

#include "jobs/job/job_directory.h"
#include "jobs/job/record_file.h"
#include "jobs/place/place.h"
#include "jobs/supervise/role_process.h"

namespace paisql::jobs {

class RunRecords {
 public:
  // One file for each process.
  RunRecords(const JobPlaces& places, const std::vector<RoleProcess>& processes);

  // By SteadyMs.
  int64_t next_ms() const { return next_ms_; }
  // A record of each process that has been started. `last`: no more come.
  void Take(const std::vector<RoleProcess>& processes, const std::vector<ProcessUsage>& usages,
            bool last);

 private:
  std::vector<RecordFile> files_;
  int64_t begun_ms_ = 0;  // with the first records
  int64_t next_ms_;
};

}  // namespace paisql::jobs
