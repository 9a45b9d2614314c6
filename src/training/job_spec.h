#pragma once

// What to run, as a value: everything that a place (this machine now, a cluster later) needs to
// start a training job. pai/ makes it from a statement; training/ writes it as job.json into the
// job's directory (docs/formats.md).

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "store/types.h"

namespace paisql::training {

// Where the user's code comes from: a .py file, or an archive with the entry inside. Absolute path
// on this machine.
struct ScriptSource {
  std::string path;
  std::string entry_file;  // within the archive; "" for a single file
};

// An input or output table as the script names it: the URL is passed as it was written, without its
// query.
struct TableBinding {
  std::string url;  // "odps://project/tables/t/ds=1"
  store::Table table;
  std::vector<std::string> partition_values;  // empty: the whole table
};

struct JobSpec {
  std::string algorithm;  // "tensorflow1120_ext"
  std::string face;  // "tensorflow1" or "tensorflow2": which API the script sees as `tensorflow`
  std::string project;
  std::string job_name;
  std::string statement;  // its text, for the history
  ScriptSource script;
  std::vector<TableBinding> tables;
  std::vector<TableBinding> outputs;
  std::vector<std::string>
      arguments;  // the script's argv behind its own name, in the platform's order
  std::map<std::string, std::string> environment;  // in addition to the inherited one
  int gpu_required = 0;                            // 100 = one card
  std::vector<std::string>
      notes;  // what the user is told once before the job starts: settings without effect here
};

}  // namespace paisql::training
