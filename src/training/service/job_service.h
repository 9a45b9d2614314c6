#pragma once

// Submits training jobs and follows them. A job is a directory below <home>/jobs and a row of the
// catalog; it is watched by a supervisor process of its own (this program started as `paisql
// --supervise DIR`), so it outlives the session that started it, and Wait, Status and Kill work
// from any session on the same home.
//
// A JobService belongs to one thread; the Catalog outlives it. A user's mistakes are Errors; a job
// that ran and failed is an outcome, not an Error.

#include <sys/types.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/system/files.h"
#include "store/catalog.h"
#include "training/spec/job_spec.h"
#include "training/spec/quota.h"

namespace paisql::training {

// What the program knows about its own installation.
struct Installation {
  std::string program;        // absolute path of this binary, to start supervisors
  std::string python;         // interpreter with TensorFlow; "" when set up without training
  std::string python_folder;  // holds the package paisql that runs inside the user's process
  std::string oss_plugin;     // libpaisql_oss_fs.so, "" when it was not built
};

struct JobOutcome {
  store::JobState state = store::JobState::kSucceeded;
  int exit_status = 0;   // of the script; 128 + signal when it was killed by one
  std::string message;   // last line of the traceback, or what ended it; "" on success
  std::string log_path;  // of the process whose failure decided
};

// What one process of a job does, and what it told of itself (docs/formats.md, "Progress").
struct ProcessProgress {
  std::string role;  // "ps", "worker" or "evaluator"
  int index = 0;
  std::string state;  // "waiting", "running" or "ended"
  int restarts = 0;
  std::optional<int64_t> step;
  std::optional<double> steps_per_second;  // of late
  std::optional<double> loss;
  int64_t rows_read = 0;
  int64_t rows_written = 0;
  double input_seconds = 0;  // that its readers fetched rows
  std::string address;       // "http://127.0.0.1:6006" of a process that serves pages
  bool finished = false;     // its script is at its end, and it stays for other processes

  bool operator==(const ProcessProgress&) const = default;
};

struct JobProgress {
  std::string waits_for;   // what a job in the queue waits for; "" when it waits for nothing
  std::string limits;      // what holds the processes to their memory and CPU; "" for nothing
  int64_t elapsed_ms = 0;  // since its processes were started, 0 before
  std::vector<ProcessProgress> processes;

  bool operator==(const JobProgress&) const = default;
};

// What of this machine the jobs of a home hold now. CPU in hundredths of a core.
struct HomeLoad {
  int64_t claimed_cpu = 0;
  int64_t claimed_memory_mb = 0;
  // Of the machine, not of a quota; 0 when nothing is claimed.
  int64_t machine_cpu = 0;
  int64_t machine_memory_mb = 0;
};

// Is told what happens to a job that is followed, from the thread that follows.
class JobObserver {
 public:
  virtual ~JobObserver() = default;
  virtual void OnOutput(std::string_view bytes) = 0;  // of worker 0, raw, as it comes
  // At every change of the states, and at most twice a second otherwise.
  virtual void OnProgress(const JobProgress& progress) = 0;
};

// The files of one process's log, in the order of what stands in them.
struct LogFiles {
  std::string process;  // "worker-1", "supervisor"
  std::vector<std::string> paths;
};

// What RERUN needs of a job that is there. job.json tells under which circumstances the statement
// was run; that of an older version, or one that is gone, tells nothing.
struct PastJob {
  std::string project;
  std::string statement;
  std::optional<std::map<std::string, std::string>> settings;
  std::optional<std::string> script_folder;
};

// The parameters of the job's statement; none when the row's text cannot be read.
std::map<std::string, std::string> ParametersOf(const store::Job& job);

class JobService;
class LogFollower;
class WarmPython;

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

class JobService {
 public:
  JobService(store::Catalog& catalog, Installation installation);
  ~JobService();
  JobService(const JobService&) = delete;
  JobService& operator=(const JobService&) = delete;

  // Starts a process that imports TensorFlow with this face ("tensorflow1"), unless there is one,
  // and keeps it for the jobs of that face to come, which then begin without the import
  // (docs/pai.md, "Start-up"). It does not wait, and what fails is not told: jobs start without it,
  // too.
  // One that was begun with other variables is replaced.
  void WarmUp(const std::string& face, const EnvironmentChoice& variables);
  // Ends that process; jobs that it has started go on.
  void CoolDown();

  // Writes the job's directory (job.json, input manifests pinned at one snapshot, staging folders),
  // inserts its row and starts its supervisor. Returns the instance id as soon as the supervisor
  // runs. kEnvironment when there is no Python with TensorFlow, with the cure.
  // `check` is asked about each input, when its files are pinned; the job does not start when one
  // fails.
  using InputCheck =
      std::function<Status(const store::Table& table, const store::FileListing& files)>;
  Result<std::string> Submit(const JobSpec& spec, const InputCheck& check = {});
  // What the last Submit has to tell its user: why the job gets no GPU.
  const std::vector<std::string>& notes() const { return notes_; }

  // The size of the files that the job would read; nothing is written or started.
  Result<int64_t> InputBytes(const JobSpec& spec);

  // Follows the job from its beginning on.
  JobFollower Follower(const std::string& id);
  // The same for who never goes on after a stop.
  Result<std::optional<JobOutcome>> Follow(const std::string& id, JobObserver& observer,
                                           std::stop_token stop);

  // Quick when no job runs.
  Result<HomeLoad> Load() const;

  // As it is now; empty for a job without processes yet.
  JobProgress Progress(const std::string& id) const;

  // The logs of a job as they are now, by name.
  Result<std::vector<LogFiles>> Logs(const std::string& id);
  // What is kept of one of them, wherever a running job has moved it meanwhile.
  static std::string ReadLog(const LogFiles& log);

  // Ends the whole process tree of a job (SIGTERM, then SIGKILL after a grace period) and waits
  // until its row says kKilled. A job that has already ended is an Error that says so.
  Status Kill(const std::string& id);

  // The row, after noticing supervisors that died without telling (killed, machine rebooted). That
  // of a job that has not ended holds what its processes have told so far. kJobNotFound with the
  // nearest ids for an unknown one.
  Result<store::Job> Find(const std::string& id);
  Result<std::vector<store::Job>> List(const std::string& project, const store::JobFilter& filter);

  // kJobNotFound with the nearest ids for an unknown one, kInvalidCommand for a job that was no PAI
  // statement. Looks at nothing that runs, so a check may ask, too.
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

// Names the descriptor on which a supervisor writes one byte when the job runs. Who starts one sets
// it, so without it --supervise means nothing.
inline constexpr const char* kReadyVariable = "PAISQL_READY_FD";

// The body of `paisql --guard PID`: of the process above a supervisor
// (training/supervise/guardian.h), its child, which a warm process has made. Ends when that and all
// that it has left have ended.
void RunGuardian(pid_t supervisor);

// The body of `paisql --supervise DIR --lease-fd N`: runs the job in DIR to its end, commits its
// outputs when it succeeded, and writes its state into the catalog. `lease_descriptor` is the
// inherited lease. Returns the exit status.
int RunSupervisor(const std::string& job_directory, int lease_descriptor,
                  const Installation& installation);

}  // namespace paisql::training
