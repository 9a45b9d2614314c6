#pragma once

// Describes a job to run, as a value: everything that a place (this machine now, a cluster later)
// needs to start a training job. pai/ makes it from a statement; jobs/ writes it as job.json into
// the job's directory (docs/internals/formats.md).

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "jobs/script/script_environment.h"
#include "jobs/spec/spark_cluster.h"
#include "store/types.h"

namespace paisql::jobs {

// Where the code comes from: the user's .py file, or an archive with the entry inside. Absolute
// path on this machine; for a runtime with a program of its own, Submit fills it in.
struct ScriptSource {
  std::string path;
  std::string entry_file;  // within the archive; "" for a single file
};

// An input or output table as the script names it: the URL is passed as it was written, without its
// query. An input may also be the rows of an SQL query, under a URL of its own.
struct TableBinding {
  std::string url;  // "odps://project/tables/t/ds=1"
  store::Table table;
  std::vector<std::string> partition_values;  // empty: the whole table
  // The rows of a query (jobs/spec/input_queries.h); the table has its columns and no id.
  bool is_query = false;
};

// The unit of a process's `gpu` and `cpu`, as the platform's parameters are: hundredths.
inline constexpr int kWholeCard = 100;
inline constexpr int kWholeCore = 100;

// A kind of process of a job, and what each of them may use.
struct RoleSpec {
  std::string name = "worker";  // "ps", "chief", "worker" or "evaluator"; the chief is worker 0
  int count = 1;
  int gpu = 0;        // kWholeCard = one card
  int cpu = 0;        // kWholeCore = one core; 0: no limit
  int memory_mb = 0;  // 0: no limit
  // The number is the platform's default and not what the statement asks for, so the queue may
  // count less (jobs/spec/quota.h).
  bool default_gpu = false;
  bool default_cpu = false;
  bool default_memory = false;

  bool operator==(const RoleSpec&) const = default;
};

// When a job is ended although its processes run, and which of them are started again. 0 seconds
// mean never.
struct JobLimits {
  int64_t hung_seconds = 0;
  int64_t training_seconds = 0;
  // tf.estimator's evaluator starts 120 s after the training and looks for checkpoints every 600
  // s; so this long it may go on when the workers are done.
  int64_t evaluator_seconds = 900;
  int64_t log_bytes = int64_t{64} << 20;  // of each process
  bool restart_workers = false;
  bool restart_parameter_servers = false;
  int restarts = 5;  // of each process
};

// The most that the jobs of a home may use together; a limit that is not given is the machine's.
struct QuotaLimits {
  std::optional<int> cpu;  // kWholeCore = one core
  std::optional<int64_t> memory_mb;
  // The cards by number, separated by commas ("0,2"), or "none".
  std::optional<std::string> gpus;
  // A job that asks for more than the quota gets what there is, instead of an error.
  bool fit = true;

  bool operator==(const QuotaLimits&) const = default;
};

// The service's priorities, odps.instance.priority: 0 is served first, 9 is the default.
inline constexpr int kLowestPriority = 9;

// A model of the catalog that a job makes, or to which it adds a version, when it succeeds.
struct ModelOutput {
  std::string project;
  std::string name;
  std::string format;  // store::ModelVersion::format
  std::string source;  // what made it, for people
};

struct JobSpec {
  std::string algorithm;  // "tensorflow1120_ext"
  std::string runtime;    // what its processes run, a row of jobs/spec/runtime.h
  std::string project;
  std::string job_name;
  std::string statement;  // its text, for the history
  ScriptSource script;
  // More files of the user, absolute paths: each is copied, or as an archive unpacked, beside the
  // script.
  std::vector<std::string> files;
  // Where the statement names such a file, for errors about it.
  std::map<std::string, SourceRange> file_places;
  std::vector<TableBinding> tables;
  std::vector<TableBinding> outputs;
  std::optional<ModelOutput> model;  // its files come into JobPlaces::ModelFolder
  // The script's argv after its own name: the platform's, what a distributed job adds for each
  // process (jobs/job/cluster.h), then the user's.
  std::vector<std::string> arguments;
  std::vector<std::string> user_arguments;
  EnvironmentChoice variables;                     // which the session's scripts get
  std::map<std::string, std::string> environment;  // in addition to them
  // In the order in which they start: ps, chief, worker, evaluator. Without a chief, worker 0 is
  // it.
  std::vector<RoleSpec> roles = {RoleSpec{}};
  bool distributed = false;  // the processes know of each other
  JobLimits limits;
  int priority = kLowestPriority;
  QuotaLimits quota;
  // The cluster on which it runs, unless it StaysHere; nullopt: this machine.
  std::optional<SparkCluster> spark;
  // The job runs until it is killed; its statement ends when a process has told its address. With
  // limits.restart_workers a process that ends is started again, however it ended.
  bool serves = false;
  // It asks the queue for nothing and starts at once, whatever else runs: it waits for visitors.
  bool claims_nothing = false;
  // For the history and for RERUN: what the statement gave, the session's settings that counted,
  // where relative paths began, and the schema in which names of one word were looked for.
  std::map<std::string, std::string> parameters;
  std::map<std::string, std::string> settings;
  std::string script_folder;
  std::string schema;
  // Folders that are made before the job starts, such as buckets that the statement names.
  std::vector<std::string> new_folders;
  // Copies on this machine of what lies elsewhere, the script among them: there as long as the
  // value is, and no part of what is written.
  std::vector<std::shared_ptr<const void>> fetched;
  // Notes that a session prints once, before the job starts: parameters that have no effect here,
  // or another one.
  std::vector<std::string> notes;
};

}  // namespace paisql::jobs
