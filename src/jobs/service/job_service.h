#pragma once

// Submits training jobs, finds them and ends them. A job is a directory below <home>/jobs and a row
// of the catalog; it is watched by a supervisor process of its own (jobs/supervise), so it
// outlives the session that started it, and every call works from any session on the same home.
//
// A JobService belongs to one thread; the Catalog outlives it. A user's mistakes are Errors; a job
// that ran and failed is an outcome, not an Error.

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"
#include "jobs/job/past_job.h"
#include "jobs/log/log_files.h"
#include "jobs/queue/home_load.h"
#include "jobs/service/expected_steps.h"
#include "jobs/service/job_follower.h"
#include "jobs/spec/input_queries.h"
#include "jobs/spec/job_spec.h"
#include "jobs/spec/quota.h"
#include "jobs/spec/runtime.h"
#include "store/catalog.h"

namespace paisql::jobs {

class WarmPython;

class JobService {
 public:
  JobService(store::Catalog& catalog, Installation installation);
  ~JobService();
  JobService(const JobService&) = delete;
  JobService& operator=(const JobService&) = delete;

  // Starts a process that imports TensorFlow with the face of this runtime, unless there is one,
  // and keeps it for the jobs of that face to come, which then begin without the import
  // (docs/pai-environment.md). It does not wait, and what fails is not told: jobs start without it,
  // too.
  // One that was begun with other variables is replaced.
  void WarmUp(const Runtime& runtime, const EnvironmentChoice& variables);
  // Ends that process; jobs that it has started go on.
  void CoolDown();

  // Writes the job's directory (job.json, input manifests pinned at one snapshot, staging folders),
  // inserts its row and starts its supervisor. Returns the instance id as soon as the supervisor
  // runs. kEnvironment when there is no Python with TensorFlow, with the cure.
  // `check` is asked about each input table, when its files are pinned; the job does not start when
  // one fails. `queries` are the inputs that are queries, null where none is: they are pinned
  // with the tables, and whoever submits computes them.
  using InputCheck =
      std::function<Status(const store::Table& table, const store::FileListing& files)>;
  Result<std::string> Submit(const JobSpec& given, const InputCheck& check = {},
                             InputQueries* queries = nullptr);
  // Notes of the last Submit for its user: why the job gets no GPU.
  const std::vector<std::string>& notes() const { return notes_; }

  // The size of the files that the job, or its queries, would read; nothing is written or started.
  Result<int64_t> InputBytes(const JobSpec& spec, InputQueries* queries = nullptr);

  // Follows the job from its beginning on.
  JobFollower Follower(const std::string& id);
  // The same for who never goes on after a stop.
  Result<std::optional<JobOutcome>> Follow(const std::string& id, JobObserver& observer,
                                           std::stop_token stop);

  // The Python that scripts run in.
  const std::string& python() const { return installation_.python; }

  // Quick when no job runs.
  Result<HomeLoad> Load() const;

  // As it is now; empty for a job without processes yet.
  JobProgress Progress(const std::string& id) const;

  // The step that the job's chief is going to end with, from its script's own flags or from what
  // such a job had before; nullopt where nothing says it.
  std::optional<jobs::ExpectedSteps> ExpectedSteps(const std::string& id);

  // The logs of a job as they are now, by name.
  Result<std::vector<LogFiles>> Logs(const std::string& id);

  // Ends the whole process tree of a job (SIGTERM, then SIGKILL after a grace period) and waits
  // until its row says kKilled. A job that has already ended is an Error that says so.
  Status Kill(const std::string& id);

  // The row, after noticing supervisors that died without telling (killed, machine rebooted). That
  // of a job that has not ended holds what its processes have told so far. kJobNotFound with the
  // nearest ids for an unknown one.
  Result<store::Job> Find(const std::string& id);
  Result<std::vector<store::Job>> List(const std::string& project, const store::JobFilter& filter);

  // kJobNotFound with the nearest ids for an unknown one, kInvalidCommand for a job that no PAI
  // statement made. Looks at nothing that runs, so a check may ask, too.
  Result<PastJob> Recall(const std::string& id);

 private:
  Quota Machine(const JobSpec& spec);
  void NoteMissingCards(const JobSpec& spec, const Quota& quota);
  // As the catalog has it.
  Result<store::Job> Row(const std::string& id);
  bool IsSupervised(const store::Job& job) const;
  void EndLeftovers(const store::Job& job) const;

  store::Catalog& catalog_;
  Installation installation_;
  std::optional<std::vector<Card>> cards_;  // of this machine, once somebody wanted some
  std::vector<std::string> notes_;
  std::unique_ptr<WarmPython> warm_;  // null: none
};

}  // namespace paisql::jobs
