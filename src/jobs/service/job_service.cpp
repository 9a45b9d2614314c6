#include "jobs/service/job_service.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <memory>

#include "base/events/event_loop.h"
#include "base/files/files.h"
#include "base/process/process.h"
#include "base/system/clock.h"
#include "base/text.h"
#include "jobs/files/files.h"
#include "jobs/files/kept_room.h"
#include "jobs/job/job_directory.h"
#include "jobs/job/job_progress_file.h"
#include "jobs/job/job_row.h"
#include "jobs/job/list_inputs.h"
#include "jobs/job/past_job.h"
#include "jobs/machine/control_group.h"
#include "jobs/place/resource_limits.h"
#include "jobs/runtime/launch.h"
#include "jobs/service/supervisor_start.h"

namespace paisql::jobs {

JobService::JobService(store::Catalog& catalog, Installation installation)
    : catalog_(catalog), installation_(std::move(installation)) {}

JobService::~JobService() = default;

Result<int64_t> JobService::InputBytes(const JobSpec& spec, InputQueries* queries) {
  int64_t snapshot = 0;
  PAISQL_ASSIGN(std::vector<InputListing> inputs,
                ListInputs(catalog_, spec, queries, false, &snapshot));
  if (queries != nullptr) {
    for (InputListing& read : queries->Reads()) inputs.push_back(std::move(read));
  }
  int64_t bytes = 0;
  for (const InputListing& input : inputs) {
    for (const store::DataFile& file : input.listing.files) bytes += file.bytes;
  }
  return bytes;
}

Result<store::Job> JobService::Row(const std::string& id) {
  PAISQL_ASSIGN(const std::optional<store::Job> job, catalog_.FindJob(id));
  if (job.has_value()) return *job;
  const auto names = ListFolder(catalog_.home().JobsPath());
  std::string hint = DidYouMean(id, names.ok() ? *names : std::vector<std::string>());
  if (hint.empty()) hint = "SHOW P; lists the instances of a project";
  return Error{ErrorCode::kJobNotFound, "there is no job " + id, {}, hint};
}

bool JobService::IsSupervised(const store::Job& job) const {
  const std::string lease = ReadJobLease(catalog_.home().JobPath(job.id));
  // A script may have removed its job's folder, and the lease's name with it.
  return lease.empty() ? IsAlive(SupervisorOf(job)) : IsLeaseHeld(catalog_.home(), lease);
}

// The kernel ends the processes of a supervisor that dies, but not what those have started.
void JobService::EndLeftovers(const store::Job& job) const {
  for (const ProcessIdentity& one : ProcessesWith(JobMark(catalog_.home().JobPath(job.id)))) {
    if (one.pid != getpid()) SignalProcess(one, SIGKILL);
  }
  const std::string note = JobPlaces{catalog_.home().JobPath(job.id)}.GroupFile();
  EndJobGroup(ResourceLimits::ReadNote(note), job.id);
  unlink(note.c_str());
}

Result<store::Job> JobService::Find(const std::string& id) {
  PAISQL_ASSIGN(std::optional<store::Job> job, Row(id));
  // Collects a supervisor of this process, so that it does not stay a zombie.
  const auto supervisor = static_cast<pid_t>(job->supervisor_pid);
  if (supervisor > 0 && IdentityOf(supervisor) == SupervisorOf(*job)) {
    waitpid(supervisor, nullptr, WNOHANG);
  }
  if (job->kind != "pai" || HasEnded(job->state)) return *job;

  const JobPlaces places{catalog_.home().JobPath(id)};
  if (IsSupervised(*job)) {
    FillTotals(Progress(id), &*job);
    return *job;
  }
  // A supervisor writes its job's end before it lets the lease go, so one more look decides.
  PAISQL_ASSIGN(job, catalog_.FindJob(id));
  if (!job.has_value() || HasEnded(job->state)) return Find(id);
  FillTotals(Progress(id), &*job);
  EndLeftovers(*job);
  KeptRoom(places.RoomFile()).Give();
  const std::optional<JobOutcome> result = ReadResult(places);
  job->state = result.has_value() ? result->state : store::JobState::kFailed;
  job->message =
      result.has_value()
          ? result->message
          : "its supervisor ended without telling: it was killed, or the machine restarted";
  job->ended_ms = NowMs();
  if (catalog_.home().writable()) {
    // On a full disk whoever asks sees the end all the same, and the next one writes it down.
    const Status noted = catalog_.UpdateJob(*job);
    if (!noted.ok() && noted.error().code != ErrorCode::kEnvironment) return noted.error();
  }
  return *job;
}

Result<std::vector<store::Job>> JobService::List(const std::string& project,
                                                 const store::JobFilter& filter) {
  PAISQL_ASSIGN(std::vector<store::Job> jobs, catalog_.ListJobs(project, filter));
  for (store::Job& job : jobs) {
    if (HasEnded(job.state)) continue;
    PAISQL_ASSIGN(job, Find(job.id));
  }
  return jobs;
}

Result<HomeLoad> JobService::Load() const { return LoadOf(catalog_); }

Result<std::vector<LogFiles>> JobService::Logs(const std::string& id) {
  PAISQL_ASSIGN(const store::Job job, Find(id));
  return ListLogs(JobPlaces{catalog_.home().JobPath(job.id)}.LogFolder());
}

Result<PastJob> JobService::Recall(const std::string& id) {
  PAISQL_ASSIGN(const store::Job job, Row(id));
  if (job.kind != "pai") {
    return Error{ErrorCode::kInvalidCommand,
                 "job " + id + " was not a PAI statement",
                 {},
                 "SHOW JOBS; lists jobs that can run again"};
  }
  PastJob past = ReadCircumstances(catalog_.home().JobPath(id));
  past.project = job.project;
  past.statement = job.statement;
  return past;
}

JobProgress JobService::Progress(const std::string& id) const {
  return ReadProgress({catalog_.home().JobPath(id)}).value_or(JobProgress{});
}

JobFollower JobService::Follower(const std::string& id) {
  return JobFollower(*this, id, catalog_.home().JobPath(id));
}

Result<std::optional<JobOutcome>> JobService::Follow(const std::string& id, JobObserver& observer,
                                                     std::stop_token stop) {
  return Follower(id).Follow(observer, std::move(stop));
}

Status JobService::Kill(const std::string& id) {
  PAISQL_ASSIGN(store::Job job, Find(id));
  while (!HasEnded(job.state)) {
    const Descriptor ended = WatchProcess(SupervisorOf(job));
    if (ended.open()) {
      SignalWatched(ended, SIGTERM);
      AwaitReadable(ended.get());
    } else {
      PauseForStart();  // it is starting, or has just ended
    }
    PAISQL_ASSIGN(job, Find(id));
    if (job.state == store::JobState::kKilled) return Status::Ok();
  }
  return Error{ErrorCode::kInvalidCommand, "job " + id + " has already ended", {}, ""};
}

}  // namespace paisql::jobs
