#pragma once

// A job's directory, <home>/jobs/<id> (docs/internals/formats.md, "Job directory"): what the
// session writes, the supervisor and the script read, and every session shows afterwards. Private
// to training.

#include <optional>
#include <string>
#include <vector>

#include "base/process/process.h"
#include "base/result.h"
#include "jobs/spec/input_queries.h"
#include "jobs/spec/job_outcome.h"
#include "jobs/spec/job_spec.h"
#include "jobs/spec/quota.h"
#include "jobs/spec/runtime.h"
#include "jobs/spec/spark_cluster.h"
#include "store/catalog.h"
#include "store/table_write.h"

namespace paisql::jobs {

// Places in a job's directory.
struct JobPlaces {
  std::string directory;

  std::string JobFile() const { return directory + "/job.json"; }
  // Names the lease before there is a job.json, which is written last.
  std::string LeaseFile() const { return directory + "/lease"; }
  std::string ResultFile() const { return directory + "/result.json"; }
  std::string InputFile(size_t index) const {
    return directory + "/inputs/" + std::to_string(index) + ".json";
  }
  std::string OutputFile(size_t index) const {
    return directory + "/outputs/" + std::to_string(index) + ".json";
  }
  // Only a job that makes a model has these: the model's owner, and the folder for its files.
  std::string ModelFile() const { return directory + "/model.json"; }
  std::string ModelFolder() const { return directory + "/model"; }
  std::string WorkFolder() const { return directory + "/work"; }
  std::string LogFolder() const { return directory + "/logs"; }
  std::string Log(const std::string& process) const { return LogFolder() + "/" + process + ".log"; }
  std::string ChiefLog() const { return Log("worker-0"); }
  std::string ProcessesFile() const { return directory + "/processes.json"; }
  // Of a job on Spark: the files by which the supervisor and the processes' keepers talk.
  std::string StageFolder() const { return directory + "/stage"; }
  // What a process did and used over time (jobs/job/record_file.h).
  std::string RecordFolder() const { return directory + "/records"; }
  std::string Record(const std::string& process) const {
    return RecordFolder() + "/" + process + ".csv";
  }
  std::string RoomFile() const { return directory + "/room"; }  // jobs/files/kept_room.h
  std::string GroupFile() const { return directory + "/control_group.json"; }
  std::string SupervisorLog() const { return directory + "/logs/supervisor.log"; }
};

// The parts of job.json that the supervisor needs.
struct JobFile {
  std::string id;
  std::string home;
  std::string lease;                 // the lease's id
  const Runtime* runtime = nullptr;  // never null in a file that was read
  std::string entry;                 // the script to run, absolute, below work/
  std::vector<std::string> arguments;
  std::vector<std::string> user_arguments;
  std::map<std::string, std::string> environment;
  std::vector<RoleSpec> roles;
  bool distributed = false;
  JobLimits limits;
  int priority = kLowestPriority;
  Demand demand;  // what its processes need together
  Quota quota;    // of its home, as the session had it
  bool serves = false;
  std::optional<SparkCluster> spark;  // where it runs; nullopt: on this machine
  size_t outputs = 0;                 // how many manifests there are
};

// Without the secrets that stand in it (jobs/job/job_values.h).
Status WriteJobFile(const JobPlaces& places, const JobFile& given, const JobSpec& spec,
                    int64_t snapshot);
Result<JobFile> ReadJobFile(const std::string& directory);
// The lease alone, which every format has; "" when there is none. A job that is being submitted has
// it, too.
std::string ReadJobLease(const std::string& directory);

Status WriteInput(const JobPlaces& places, size_t index, const TableBinding& binding,
                  const InputListing& input);
// `staging` is the folder where the script puts what it writes to this output. What the output
// replaces of what was `read` is noted: it has to be the same still when the job commits.
Status WriteOutput(const JobPlaces& places, size_t index, const TableBinding& binding,
                   const std::vector<InputListing>& read, const std::string& staging);

// Notes the model that the job makes, and makes its folder.
Status WriteModel(const JobPlaces& places, const ModelOutput& model);

// Copies or unpacks the script into work/; gives the entry's absolute path. kInvalidCommand for an
// archive that cannot be unpacked or holds no such entry.
Result<std::string> PlaceScript(const JobPlaces& places, const ScriptSource& script);

// Copies or unpacks the more files into work/. Errors as for the script, where the statement names
// the file.
Status PlaceFiles(const JobPlaces& places, const JobSpec& spec);

Status WriteResult(const JobPlaces& places, const JobOutcome& outcome);
std::optional<JobOutcome> ReadResult(const JobPlaces& places);  // nullopt while there is none

// Puts what the script has staged into `write`, which then expects the inputs that it replaces to
// be as the job has read them. Every output that a writer opened is replaced, the others are left
// alone. kJobFailed for a writer that never finished and for files that are not whole or missing.
Status PutStagedOutputs(const JobPlaces& places, size_t outputs, store::TableWrite& write);

// A version of a model, whose folder is the job's.
struct StagedModel {
  std::string project;
  std::string name;
  store::ModelVersion version;
};
// nullopt for a job that makes none; kJobFailed where its folder has no files.
Result<std::optional<StagedModel>> ReadStagedModel(const JobPlaces& places);

}  // namespace paisql::jobs
