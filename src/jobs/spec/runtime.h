#pragma once

// The kinds of programs that a job's processes run: one row a kind. A new kind (a Python worker of
// functions, an Alink script, a model server) is one more row. The code that starts processes,
// keeps their logs and starts them again knows no kind by name.

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "jobs/script/script_environment.h"
#include "store/home/home.h"

namespace paisql::jobs {

// The places of the program's own installation.
struct Installation {
  std::string program;        // absolute path of this binary, to start supervisors
  std::string python;         // interpreter with TensorFlow; "" when set up without training
  std::string python_folder;  // holds the package paisql that runs inside the user's process
  std::string oss_plugin;     // libpaisql_oss_fs.so, "" when it was not built
  std::string oss_remote;     // libpaisql_oss_remote.so, "" when it was not built
};

using Variables = std::vector<std::pair<std::string, std::string>>;

// Whether a process may come from one that has begun already (jobs/warm).
enum class WarmStart {
  kNever,
  kIfThere,  // takes one that is there
  kAhead,    // is worth one that begins before its statement does
};

struct Runtime {
  std::string_view name;  // in job.json and in the rows of components
  // Which TensorFlow the program's `import tensorflow` gives: "tensorflow1", "tensorflow2"; or
  // "learner", for a program that imports the libraries of learners instead.
  std::string_view face;
  // A file of src/python/paisql/programs that runs instead of a user's script; "" for the user's.
  std::string_view program;
  // The program and what goes before its own arguments; `entry` is the file that runs.
  std::vector<std::string> (*command)(const Installation& installation, const std::string& entry);
  // The variables that every process of every job with this runtime has in its environment.
  Variables (*environment)(const Runtime& runtime, const Installation& installation,
                           const store::Home& home, const EnvironmentChoice& choice);
  WarmStart warm = WarmStart::kNever;
  bool reads_tables = false;  // gets input tables and writes outputs
};

std::span<const Runtime> Runtimes();
const Runtime* FindRuntime(std::string_view name);  // null for an unknown name

}  // namespace paisql::jobs
