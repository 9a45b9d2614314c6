// How a JobService makes a job of a description: its directory, its row, its supervisor.

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>

#include "base/assert.h"
#include "base/secrets/redact.h"
#include "base/system/clock.h"
#include "jobs/files/json_file.h"
#include "jobs/job/cluster.h"
#include "jobs/job/job_directory.h"
#include "jobs/job/job_values.h"
#include "jobs/job/list_inputs.h"
#include "jobs/machine/machine.h"
#include "jobs/queue/service_claims.h"
#include "jobs/script/withheld.h"
#include "jobs/service/job_service.h"
#include "jobs/service/supervisor_start.h"
#include "jobs/spec/fit.h"

namespace paisql::jobs {

namespace {

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

// `queried` is what the inputs that are queries have read.
Result<std::string> WriteDirectory(const JobPlaces& places, JobFile file, const JobSpec& spec,
                                   const std::vector<InputListing>& inputs,
                                   const std::vector<InputListing>& queried,
                                   const std::string& staging, int64_t snapshot) {
  PAISQL_TRY(MakeFolders(places.directory));
  // Also in a home that others may read: statements, scripts and logs are nobody else's.
  if (chmod(places.directory.c_str(), 0700) != 0) {
    return FileError("make the folder", places.directory, errno);
  }
  // Before what takes long, so that nobody takes the directory for that of a dead session.
  PAISQL_TRY(WriteNewFile(places.LeaseFile(), file.lease, NewFileKind::kOwn));
  for (const char* folder : {"/inputs", "/outputs", "/logs"}) {
    PAISQL_TRY(MakeFolders(places.directory + folder));
  }
  PAISQL_ASSIGN(file.entry, PlaceScript(places, spec.script));
  PAISQL_TRY(PlaceFiles(places, spec));
  for (size_t i = 0; i < inputs.size(); ++i) {
    PAISQL_TRY(WriteInput(places, i, spec.tables[i], inputs[i]));
  }
  std::vector<InputListing> read = inputs;
  read.insert(read.end(), queried.begin(), queried.end());
  for (size_t i = 0; i < spec.outputs.size(); ++i) {
    const std::string folder = staging + "/outputs/" + std::to_string(i);
    PAISQL_TRY(MakeFolders(folder));
    PAISQL_TRY(WriteOutput(places, i, spec.outputs[i], read, folder));
  }
  if (spec.model.has_value()) PAISQL_TRY(WriteModel(places, *spec.model));
  PAISQL_TRY(WriteJobFile(places, file, spec, snapshot));
  return file.entry;
}

// What a cluster may have, whose size nobody knows here: the user's limits alone narrow it.
Quota OfCluster() {
  constexpr int64_t kMany = int64_t{1} << 40;
  return {kMany, kMany, {}};
}

// The cluster on which the job runs, nullopt for this machine.
std::optional<SparkCluster> ClusterOfJob(JobSpec* spec, std::vector<std::string>* notes) {
  if (!spec->spark.has_value()) return std::nullopt;
  if (StaysHere(*spec)) {
    notes->push_back(
        "this job runs on this machine, not on Spark: it serves pages or reads a stream");
    return std::nullopt;
  }
  if (spec->quota.gpus == "none") {
    for (RoleSpec& role : spec->roles) role.gpu = 0;
  }
  return spec->spark;
}

// The part of job.json that the statement and the session decide.
JobFile DescribeJob(const JobSpec& spec, const Demand& demand, const Quota& quota,
                    std::optional<SparkCluster> cluster) {
  JobFile file;
  file.runtime = FindRuntime(spec.runtime);
  file.arguments = spec.arguments;
  file.environment = spec.variables.named;
  // Ours come last.
  for (const auto& [name, value] : spec.environment) file.environment[name] = value;
  file.user_arguments = spec.user_arguments;
  file.roles = spec.roles;
  file.distributed = spec.distributed;
  file.limits = spec.limits;
  file.priority = spec.priority;
  file.demand = demand;
  file.quota = quota;
  file.serves = spec.serves;
  file.spark = std::move(cluster);
  return file;
}

void FillRow(const JobSpec& spec, store::Job* job) {
  job->project = spec.project;
  job->kind = "pai";
  job->name = spec.job_name;
  job->statement = Redact(spec.statement);
  job->priority = spec.priority;
  job->parameters = JsonText(WithoutSecrets(spec.parameters));
  job->created_ms = NowMs();
}

}  // namespace

// The driver is asked once a session, unless it gave no answer, and only for a job that wants
// cards.
Quota JobService::Machine(const JobSpec& spec) {
  Quota machine = MachineWithoutCards();
  const bool wants_cards = std::any_of(spec.roles.begin(), spec.roles.end(),
                                       [](const RoleSpec& role) { return role.gpu > 0; });
  if (!wants_cards || spec.quota.gpus == "none") return machine;
  if (!cards_.has_value()) {
    cards_ = FindCards();
    if (!cards_.has_value()) {
      notes_.push_back(
          "nvidia-smi gives no answer, so no GPU is known here; SET paisql.gpus names cards");
    }
  }
  machine.cards = cards_.value_or(std::vector<Card>());
  return machine;
}

void JobService::NoteMissingCards(const JobSpec& spec, const Quota& quota) {
  const bool stated = std::any_of(spec.roles.begin(), spec.roles.end(), [](const RoleSpec& role) {
    return role.gpu > 0 && !role.default_gpu;
  });
  if (stated && quota.cards.empty()) {
    notes_.push_back("there is no GPU that the job may use, so it computes on CPUs");
  }
}

void JobService::WarmUp(const Runtime& runtime, const EnvironmentChoice& variables) {
  if (warm_ != nullptr && warm_->face() == runtime.face && warm_->variables() == variables &&
      warm_->alive()) {
    return;
  }
  CoolDown();
  if (!CheckInstallation(installation_, catalog_.home()).ok()) return;
  Result<std::unique_ptr<WarmPython>> started =
      WarmPython::Start(installation_, catalog_.home(), runtime, variables);
  if (started.ok()) warm_ = std::move(started).value();
}

void JobService::CoolDown() { warm_.reset(); }

Result<std::string> JobService::Submit(const JobSpec& given, const InputCheck& check,
                                       InputQueries* queries) {
  const store::Home& home = catalog_.home();
  PAISQL_TRY(CheckInstallation(installation_, home));
  JobSpec spec = given;
  const Runtime* const runtime = FindRuntime(spec.runtime);
  PAISQL_ASSERT(runtime != nullptr, "a job without a runtime");
  PAISQL_ASSERT(runtime->reads_tables || (spec.tables.empty() && spec.outputs.empty()),
                "tables for a program that reads none");
  if (!runtime->program.empty()) {
    spec.script.path =
        installation_.python_folder + "/paisql/programs/" + std::string(runtime->program);
  }
  notes_.clear();
  PAISQL_ASSIGN(const ServiceClaims services, ClaimedByServices(catalog_));
  const std::optional<SparkCluster> cluster = ClusterOfJob(&spec, &notes_);
  const Quota quota = cluster.has_value()
                          ? NarrowQuota(OfCluster(), spec.quota)
                          : NarrowQuota(Beside(services, Machine(spec)), spec.quota);
  PAISQL_ASSIGN(FittedJob fitted, FitJob(spec.roles, quota, spec.quota.fit));
  spec.roles = std::move(fitted.roles);
  Demand demand = std::move(fitted.demand);
  // It goes on until somebody ends it: no job is to wait for that, and it for none.
  if (IsEndlessStream(spec.parameters)) demand.cpu = demand.memory_mb = 0;
  // The cluster's free slots decide when a job on Spark starts.
  if (spec.claims_nothing || cluster.has_value())
    demand = Demand{0, 0, std::vector<int>(demand.gpus.size(), 0)};
  if (!fitted.note.empty()) {
    const std::string beside = ClaimsText(services);
    notes_.push_back(fitted.note + (beside.empty() ? "" : "; " + beside));
  }
  if (!cluster.has_value()) NoteMissingCards(spec, quota);
  PAISQL_ASSIGN(const std::unique_ptr<store::Lease> lease, store::Lease::Acquire(home));
  // Everything is kept until it is known which snapshot to keep.
  PAISQL_TRY(lease->Pin(0));
  int64_t snapshot = 0;
  PAISQL_ASSIGN(std::vector<InputListing> inputs,
                ListInputs(catalog_, spec, queries, true, &snapshot));
  PAISQL_TRY(lease->Pin(spec.tables.empty() ? store::Lease::kNothing : snapshot));
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (check && !spec.tables[i].is_query) {
      PAISQL_TRY(check(inputs[i].table, inputs[i].listing));
    }
  }
  PAISQL_ASSIGN(const std::string staging, lease->StagingFolder());
  PAISQL_TRY(ComputeQueries(spec, staging + "/inputs", queries, &inputs));
  const std::vector<InputListing> queried =
      queries == nullptr ? std::vector<InputListing>() : queries->Reads();
  for (const std::string& folder : spec.new_folders) PAISQL_TRY(MakeFolders(folder));

  store::Job job;
  job.id = store::NewInstanceId();
  const JobPlaces places{home.JobPath(job.id)};
  JobFile file = DescribeJob(spec, demand, quota, cluster);
  file.id = job.id;
  file.home = home.path();
  file.lease = lease->id();
  const auto written = WriteDirectory(places, file, spec, inputs, queried, staging, snapshot);
  if (!written.ok()) {
    (void)RemoveTree(places.directory);
    return written.error();
  }

  FillRow(spec, &job);
  if (Status inserted = catalog_.InsertJob(job); !inserted.ok()) {
    // A row that may be there needs its directory.
    if (inserted.error().code != ErrorCode::kUnknownOutcome) (void)RemoveTree(places.directory);
    return inserted.error();
  }
  const bool fits = warm_ != nullptr && !cluster.has_value() &&
                    runtime->warm != WarmStart::kNever && warm_->face() == runtime->face;
  WarmPython* warm = fits ? warm_.get() : nullptr;
  const WarmRequest request = {*written, places.WorkFolder(),
                               static_cast<int>(PlanProcesses(file).size())};
  const auto start = [&]() -> Status {
    PAISQL_ASSIGN(const Descriptor values, HandOverValues(file, WithheldVariables(spec.variables)));
    const SupervisorInput input = {lease->descriptor(), values.get(), spec.variables.all};
    return StartSupervisor(installation_, places, input, warm, request);
  };
  if (Status started = start(); !started.ok()) {
    job.state = store::JobState::kFailed;
    job.message = started.error().detail;
    job.ended_ms = NowMs();
    PAISQL_TRY(catalog_.UpdateJob(job));
    return started.error();
  }
  lease->Abandon();
  return job.id;
}

}  // namespace paisql::jobs
