#include "training/job_service.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <memory>

#include "base/clock.h"
#include "base/files.h"
#include "base/process.h"
#include "base/text.h"
#include "training/cluster.h"
#include "training/files.h"
#include "training/job_directory.h"
#include "training/job_progress.h"
#include "training/json_file.h"
#include "training/kept_room.h"
#include "training/launch.h"
#include "training/list_inputs.h"
#include "training/log_follower.h"
#include "training/machine.h"
#include "training/past_job.h"
#include "training/supervisor_start.h"

namespace paisql::training {

namespace {

// A supervisor that is still being started by another session has no number yet.
constexpr int kStartingMs = 100;

bool IsActive(const store::Job& job) {
  return job.state == store::JobState::kWaiting || job.state == store::JobState::kRunning;
}

Status CheckInstallation(const Installation& installation, const store::Home& home) {
  if (installation.python.empty() || access(installation.python.c_str(), X_OK) != 0) {
    const std::string where = installation.python.empty() ? "" : " at " + installation.python;
    return Error{ErrorCode::kEnvironment,
                 "there is no Python with TensorFlow" + where + ", so no training job can run",
                 {},
                 "run scripts/setup without --no-training, or set PAISQL_PYTHON to such a Python"};
  }
  if (!home.writable()) {
    return Error{ErrorCode::kEnvironment,
                 "home is read-only: " + home.path() + " cannot be written",
                 {},
                 "get permission to write there, or choose another --home"};
  }
  return Status::Ok();
}

Result<std::string> WriteDirectory(const JobPlaces& places, JobFile file, const JobSpec& spec,
                                   const std::vector<InputListing>& inputs,
                                   const std::string& staging, int64_t snapshot) {
  for (const char* folder : {"/inputs", "/outputs", "/logs"}) {
    PAISQL_TRY(MakeFolders(places.directory + folder));
  }
  PAISQL_ASSIGN(file.entry, PlaceScript(places, spec.script));
  for (size_t i = 0; i < inputs.size(); ++i) {
    PAISQL_TRY(WriteInput(places, i, spec.tables[i], inputs[i]));
  }
  for (size_t i = 0; i < spec.outputs.size(); ++i) {
    const std::string folder = staging + "/outputs/" + std::to_string(i);
    PAISQL_TRY(MakeFolders(folder));
    PAISQL_TRY(WriteOutput(places, i, spec.outputs[i], folder));
  }
  PAISQL_TRY(WriteJobFile(places, file, spec, snapshot));
  return file.entry;
}

}  // namespace

JobService::JobService(store::Catalog& catalog, Installation installation)
    : catalog_(catalog), installation_(std::move(installation)) {}

// The driver is asked once a session, and only for a job that wants cards.
Quota JobService::Machine(const JobSpec& spec) {
  const bool wants_cards = std::any_of(spec.roles.begin(), spec.roles.end(),
                                       [](const RoleSpec& role) { return role.gpu > 0; });
  if (wants_cards && !cards_.has_value()) cards_ = FindCards();
  Quota machine = MachineWithoutCards();
  if (wants_cards) machine.cards = *cards_;
  return machine;
}

JobService::~JobService() = default;

void JobService::WarmUp(const std::string& face) {
  if (warm_ != nullptr && warm_->face() == face && warm_->alive()) return;
  CoolDown();
  if (!CheckInstallation(installation_, catalog_.home()).ok()) return;
  Result<std::unique_ptr<WarmPython>> started =
      WarmPython::Start(installation_, catalog_.home(), face);
  if (started.ok()) warm_ = std::move(started).value();
}

void JobService::CoolDown() { warm_.reset(); }

Result<std::string> JobService::Submit(const JobSpec& given) {
  const store::Home& home = catalog_.home();
  PAISQL_TRY(CheckInstallation(installation_, home));
  JobSpec spec = given;
  if (!spec.script.bundled.empty()) {
    spec.script.path = installation_.python_folder + "/paisql/" + spec.script.bundled;
  }
  const Quota quota = NarrowQuota(Machine(spec), spec.quota);
  PAISQL_ASSIGN(const Demand demand, DemandOf(spec.roles, quota, spec.quota.fit));
  PAISQL_ASSIGN(const std::unique_ptr<store::Lease> lease, store::Lease::Acquire(home));
  // Everything is kept until it is known which snapshot to keep.
  PAISQL_TRY(lease->Pin(0));
  int64_t snapshot = 0;
  PAISQL_ASSIGN(const std::vector<InputListing> inputs, ListInputs(catalog_, spec, &snapshot));
  PAISQL_TRY(lease->Pin(snapshot));
  PAISQL_ASSIGN(const std::string staging, lease->StagingFolder());

  store::Job job;
  job.id = store::NewInstanceId();
  const JobPlaces places{home.JobPath(job.id)};
  JobFile file;
  file.id = job.id;
  file.home = home.path();
  file.lease = lease->id();
  file.face = spec.face;
  file.arguments = spec.arguments;
  file.environment = spec.environment;
  file.user_arguments = spec.user_arguments;
  file.roles = spec.roles;
  file.distributed = spec.distributed;
  file.limits = spec.limits;
  file.priority = spec.priority;
  file.demand = demand;
  file.quota = quota;
  file.serves = spec.serves;
  const auto written = WriteDirectory(places, file, spec, inputs, staging, snapshot);
  if (!written.ok()) {
    (void)RemoveTree(places.directory);
    return written.error();
  }

  job.project = spec.project;
  job.kind = "pai";
  job.name = spec.job_name;
  job.statement = spec.statement;
  job.priority = spec.priority;
  job.parameters = JsonText(spec.parameters);
  job.created_ms = NowMs();
  if (Status inserted = catalog_.InsertJob(job); !inserted.ok()) {
    (void)RemoveTree(places.directory);
    return inserted.error();
  }
  WarmPython* warm = warm_ != nullptr && warm_->face() == spec.face ? warm_.get() : nullptr;
  const WarmRequest request = {*written, places.WorkFolder(),
                               static_cast<int>(PlanProcesses(file).size())};
  if (Status started = StartSupervisor(installation_, places, *lease, warm, request);
      !started.ok()) {
    job.state = store::JobState::kFailed;
    job.message = started.error().detail;
    job.ended_ms = NowMs();
    PAISQL_TRY(catalog_.UpdateJob(job));
    return started.error();
  }
  lease->Abandon();
  return job.id;
}

Result<int64_t> JobService::InputBytes(const JobSpec& spec) {
  int64_t snapshot = 0;
  PAISQL_ASSIGN(const std::vector<InputListing> inputs, ListInputs(catalog_, spec, &snapshot));
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
  return Error{ErrorCode::kJobNotFound,
               "there is no job " + id,
               {},
               DidYouMean(id, names.ok() ? *names : std::vector<std::string>())};
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
}

Result<store::Job> JobService::Find(const std::string& id) {
  PAISQL_ASSIGN(std::optional<store::Job> job, Row(id));
  // Collects a supervisor of this process, so that it does not stay a zombie.
  const auto supervisor = static_cast<pid_t>(job->supervisor_pid);
  if (supervisor > 0 && IdentityOf(supervisor) == SupervisorOf(*job)) {
    waitpid(supervisor, nullptr, WNOHANG);
  }
  if (job->kind != "pai" || !IsActive(*job)) return *job;

  const JobPlaces places{catalog_.home().JobPath(id)};
  if (IsSupervised(*job)) {
    FillTotals(Progress(id), &*job);
    return *job;
  }
  // A supervisor writes its job's end before it lets the lease go, so one more look decides.
  PAISQL_ASSIGN(job, catalog_.FindJob(id));
  if (!job.has_value() || !IsActive(*job)) return Find(id);
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
    PAISQL_TRY(catalog_.UpdateJob(*job));
  }
  return *job;
}

Result<std::vector<store::Job>> JobService::List(const std::string& project,
                                                 const store::JobFilter& filter) {
  PAISQL_ASSIGN(std::vector<store::Job> jobs, catalog_.ListJobs(project, filter));
  for (store::Job& job : jobs) {
    if (!IsActive(job)) continue;
    PAISQL_ASSIGN(job, Find(job.id));
  }
  return jobs;
}

Result<HomeLoad> JobService::Load() const {
  HomeLoad load;
  PAISQL_ASSIGN(const std::vector<store::Claim> claims, catalog_.ListClaims());
  for (const store::Claim& claim : claims) {
    // A supervisor that was killed holds nothing, though its claim stands until the next job asks.
    if (!claim.granted || !IsLeaseHeld(catalog_.home(), claim.lease)) continue;
    load.claimed_cpu += claim.cpu;
    load.claimed_memory_mb += claim.memory_mb;
  }
  if (load.claimed_cpu == 0 && load.claimed_memory_mb == 0) return load;
  const Quota machine = MachineWithoutCards();
  load.machine_cpu = machine.cpu;
  load.machine_memory_mb = machine.memory_mb;
  return load;
}

Result<PastJob> JobService::Recall(const std::string& id) {
  PAISQL_ASSIGN(const store::Job job, Row(id));
  if (job.kind != "pai") {
    return Error{ErrorCode::kInvalidCommand,
                 "job " + id + " was no PAI statement",
                 {},
                 "SHOW JOBS; lists those that can be run again"};
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

JobFollower::JobFollower(JobService& jobs, std::string id, std::string directory)
    : jobs_(jobs),
      id_(std::move(id)),
      directory_(std::move(directory)),
      log_(std::make_unique<LogFollower>(JobPlaces{directory_})) {}

JobFollower::~JobFollower() = default;

Result<std::optional<JobOutcome>> JobFollower::Follow(JobObserver& observer, std::stop_token stop) {
  const JobPlaces places{directory_};
  PAISQL_ASSIGN(store::Job job, jobs_.Find(id_));
  while (IsActive(job) && job.supervisor_pid == 0 && !stop.stop_requested()) {
    poll(nullptr, 0, kStartingMs);
    PAISQL_ASSIGN(job, jobs_.Find(id_));
  }
  PAISQL_ASSIGN(const bool over, log_->Follow(SupervisorOf(job), observer, stop));
  if (!over) return std::optional<JobOutcome>();
  PAISQL_ASSIGN(job, jobs_.Find(id_));
  // Who looks after dead leases holds this one for a moment, and so may who has submitted the job.
  while (IsActive(job)) {
    if (stop.stop_requested()) return std::optional<JobOutcome>();
    poll(nullptr, 0, kStartingMs);
    PAISQL_ASSIGN(job, jobs_.Find(id_));
  }
  JobOutcome outcome;
  if (std::optional<JobOutcome> result = ReadResult(places)) outcome = std::move(*result);
  // The row decides: a supervisor may have died behind its result.
  outcome.state = job.state;
  if (!job.message.empty()) outcome.message = job.message;
  if (outcome.log_path.empty()) outcome.log_path = places.ChiefLog();
  if (outcome.state == store::JobState::kFailed && outcome.exit_status == 0)
    outcome.exit_status = 1;
  return std::optional<JobOutcome>(std::move(outcome));
}

Result<Descriptor> JobFollower::WatchEnd() {
  PAISQL_ASSIGN(const store::Job job, jobs_.Find(id_));
  return WatchProcess(SupervisorOf(job));
}

Status JobService::Kill(const std::string& id) {
  PAISQL_ASSIGN(store::Job job, Find(id));
  while (IsActive(job)) {
    const Descriptor ended = WatchProcess(SupervisorOf(job));
    if (ended.open()) {
      SignalWatched(ended, SIGTERM);
      pollfd wait = {ended.get(), POLLIN, 0};
      while (poll(&wait, 1, -1) < 0 && errno == EINTR) {
      }
    } else {
      poll(nullptr, 0, kStartingMs);  // it is starting, or has just ended
    }
    PAISQL_ASSIGN(job, Find(id));
    if (job.state == store::JobState::kKilled) return Status::Ok();
  }
  return Error{ErrorCode::kInvalidCommand, "job " + id + " has already ended", {}, ""};
}

}  // namespace paisql::training
