#pragma once

// How one process of a job is started: its command, environment and folder. A place on another
// machine takes the same and gives the paths that it has there. For training; `paisql doctor`
// starts its Python the same way.

#include <string>
#include <utility>
#include <vector>

#include "base/process/process.h"
#include "jobs/job/cluster.h"

namespace paisql::jobs {

// The data that all processes of a job share.
struct JobContext {
  const JobPlaces& places;
  const JobFile& file;
  const store::Home& home;
  const Installation& installation;
};

// The number that the pipe for progress has in a process: the first that it inherits.
inline constexpr int kProgressDescriptor = 3;

// "PAISQL_PROCESS=worker-1": in the environment of a process and of all that it starts.
std::string ProcessMark(const ProcessPlan& plan);
// "PAISQL_JOB=/…": the same for all processes of a job.
std::string JobMark(const std::string& directory);

// PYTHONPATH: our package, then `folders`, then what the user has.
std::string PythonPath(const Installation& installation, const std::vector<std::string>& folders,
                       const EnvironmentChoice& variables);

SpawnOptions LaunchOptions(const JobContext& job, const std::vector<ProcessPlan>& all,
                           const ProcessPlan& own);

}  // namespace paisql::jobs
