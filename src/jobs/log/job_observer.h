#pragma once

// Is told what happens to a job that is followed, from the thread that follows.

#include <string_view>

#include "jobs/spec/job_progress.h"

namespace paisql::jobs {

class JobObserver {
 public:
  virtual ~JobObserver() = default;
  virtual void OnOutput(std::string_view bytes) = 0;  // of worker 0, raw, as it comes
  // At every change of the states, and at most twice a second otherwise.
  virtual void OnProgress(const JobProgress& progress) = 0;
};

}  // namespace paisql::jobs
