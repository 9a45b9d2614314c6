#pragma once

// Explains the bad end of a process to its user. Private to jobs.

#include <string>

#include "jobs/job/cluster.h"
#include "jobs/place/process_end.h"
#include "jobs/spec/job_outcome.h"

namespace paisql::jobs {

// The last output of a process that has ended.
struct LastWords {
  bool distributed = false;  // then the process is named
  std::string log_path;
  std::string unwritten;  // the log's end that the disk had no room for
  std::string folder;     // where the script stands
};

// The outcome of a job whose process ended badly: how it ended, where the script was, the last line
// of its traceback, and that its memory was not enough where that is known.
JobOutcome FailureOutcome(const ProcessPlan& plan, const ProcessEnd& end, const LastWords& words);

}  // namespace paisql::jobs
