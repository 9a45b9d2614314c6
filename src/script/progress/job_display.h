#pragma once

// How a job that is followed is shown: its output as it comes, and what is known of its processes.
// On a terminal that is a block drawn again in its place (script/progress/job_block.h), elsewhere a
// line now and then, without any control sequence. Belongs to the thread that follows the job.

#include <memory>
#include <string_view>

#include "jobs/service/job_service.h"
#include "jobs/spec/job_progress.h"
#include "types/time/zone.h"

namespace paisql::script {

class JobDisplay {
 public:
  virtual ~JobDisplay() = default;

  virtual void Output(std::string_view bytes) = 0;
  virtual void Progress(const jobs::JobProgress& progress) = 0;
  // Between the two nothing else is shown.
  virtual void Ask(std::string_view question) = 0;
  virtual void Withdraw() = 0;
  // Last of all. A job that has ended is told of in one line; one that has not goes on unseen.
  virtual void End(bool ended) = 0;
};

// For a job whose output goes to the descriptor. Times of day are those of the zone.
std::unique_ptr<JobDisplay> MakeJobDisplay(int descriptor, const TimeZone& zone);

}  // namespace paisql::script
