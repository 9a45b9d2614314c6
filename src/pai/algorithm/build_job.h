#pragma once

// A PAI statement becomes a job: the algorithm and its parameters are checked against their tables
// (pai/algorithm/algorithms.h), values are resolved (tables, resources, buckets, script), and what
// the script will see is spelled as the platform spells it (pai-command.md section 4). Every
// mistake is an Error with the place of the name or value that is wrong and the nearest right one;
// nothing is started and nothing is written here.

#include <map>
#include <string>

#include "base/result.h"
#include "store/catalog.h"
#include "syntax/statement.h"
#include "training/spec/job_spec.h"

namespace paisql::pai {

struct BuildContext {
  store::Catalog* catalog = nullptr;
  std::string project;  // the session's current project
  std::string
      script_folder;  // relative file:// paths start here: the running file's folder, or the cwd
  std::string statement_text;  // the text that the statement's ranges count in
  const std::map<std::string, std::string>* settings = nullptr;  // the session's SET values
};

Result<training::JobSpec> BuildJob(const syntax::PaiStatement& statement,
                                   const BuildContext& context);

}  // namespace paisql::pai
