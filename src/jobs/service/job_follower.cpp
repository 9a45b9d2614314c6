#include "jobs/service/job_follower.h"

#include "base/process/process.h"
#include "jobs/job/job_directory.h"
#include "jobs/job/job_row.h"
#include "jobs/log/log_follower.h"
#include "jobs/service/job_service.h"
#include "workers/missing_module.h"

namespace paisql::jobs {

JobFollower::JobFollower(JobService& jobs, std::string id, std::string directory)
    : jobs_(jobs),
      id_(std::move(id)),
      directory_(std::move(directory)),
      log_(std::make_unique<LogFollower>(JobPlaces{directory_})) {}

JobFollower::~JobFollower() = default;

Result<std::optional<JobOutcome>> JobFollower::Follow(JobObserver& observer, std::stop_token stop) {
  const JobPlaces places{directory_};
  PAISQL_ASSIGN(store::Job job, jobs_.Find(id_));
  while (!HasEnded(job.state) && job.supervisor_pid == 0 && !stop.stop_requested()) {
    PauseForStart();
    PAISQL_ASSIGN(job, jobs_.Find(id_));
  }
  PAISQL_ASSIGN(const bool over, log_->Follow(SupervisorOf(job), observer, stop));
  if (!over) return std::optional<JobOutcome>();
  PAISQL_ASSIGN(job, jobs_.Find(id_));
  // A sweep of dead leases holds this lease for a moment, and so may the submitter of the job.
  while (!HasEnded(job.state)) {
    if (stop.stop_requested()) return std::optional<JobOutcome>();
    PauseForStart();
    PAISQL_ASSIGN(job, jobs_.Find(id_));
  }
  JobOutcome outcome;
  if (std::optional<JobOutcome> result = ReadResult(places)) outcome = std::move(*result);
  // The row decides: a supervisor may have died after it wrote its result.
  outcome.state = job.state;
  if (!job.message.empty()) outcome.message = job.message;
  if (outcome.log_path.empty()) outcome.log_path = places.ChiefLog();
  if (outcome.state == store::JobState::kFailed && outcome.exit_status == 0)
    outcome.exit_status = 1;
  outcome.cure = workers::CureOfMissingModule(outcome.message, jobs_.python(), places.WorkFolder());
  return std::optional<JobOutcome>(std::move(outcome));
}

Result<Descriptor> JobFollower::WatchEnd() {
  PAISQL_ASSIGN(const store::Job job, jobs_.Find(id_));
  return WatchProcess(SupervisorOf(job));
}

}  // namespace paisql::jobs
