#pragma once

// Submits training jobs and follows them. A job is a directory below <home>/jobs and a row of the
// catalog; it is watched by a supervisor process of its own (this program started as `paisql
// --supervise DIR`), so it outlives the session that started it, and Wait, Status and Kill work
// from any session on the same home.
//
// A JobService belongs to one thread; the Catalog outlives it. A user's mistakes are Errors; a job
// that ran and failed is an outcome, not an Error.

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "base/result.h"
#include "store/catalog.h"
#include "training/job_spec.h"

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

// The files of one process's log, in the order of what stands in them.
struct LogFiles {
  std::string process;  // "worker-1", "supervisor"
  std::vector<std::string> paths;
};

class JobService {
 public:
  JobService(store::Catalog& catalog, Installation installation);

  // Writes the job's directory (job.json, input manifests pinned at one snapshot, staging folders),
  // inserts its row and starts its supervisor. Returns the instance id as soon as the supervisor
  // runs. kEnvironment when there is no Python with TensorFlow, with the cure.
  Result<std::string> Submit(const JobSpec& spec);

  // Streams the script's output to `on_output` (raw bytes, as they come) until the job ends. A stop
  // request ends the following, not the job: then the outcome is nullopt and the job goes on until
  // Kill.
  Result<std::optional<JobOutcome>> Follow(const std::string& id,
                                           const std::function<void(std::string_view)>& on_output,
                                           std::stop_token stop);

  // The logs of a job as they are now, by name.
  Result<std::vector<LogFiles>> Logs(const std::string& id);

  // Ends the whole process tree of a job (SIGTERM, then SIGKILL after a grace period) and waits
  // until its row says kKilled. A job that has already ended is an Error that says so.
  Status Kill(const std::string& id);

  // The row, after noticing supervisors that died without telling (killed, machine rebooted).
  // kJobNotFound with the nearest ids for an unknown one.
  Result<store::Job> Find(const std::string& id);
  Result<std::vector<store::Job>> List(const std::string& project, int limit);

 private:
  store::Catalog& catalog_;
  Installation installation_;
};

// Names the descriptor on which a supervisor writes one byte when the job runs. Who starts one sets
// it, so without it --supervise means nothing.
inline constexpr const char* kReadyVariable = "PAISQL_READY_FD";

// The body of `paisql --supervise DIR --lease-fd N`: runs the job in DIR to its end, commits its
// outputs when it succeeded, and writes its state into the catalog. `lease_descriptor` is the
// inherited lease. Returns the exit status.
int RunSupervisor(const std::string& job_directory, int lease_descriptor,
                  const Installation& installation);

}  // namespace paisql::training
