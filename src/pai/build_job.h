#pragma once

// Builds the work of a PAI statement. It checks the component and its parameters against their rows
// (pai/components.h), values are resolved (tables, resources, buckets, script), and what the script
// will see is spelled as the platform spells it (PAI's page "TensorFlow task parameters"). Every
// mistake is an Error with the place of the name or value that is wrong and the nearest right one;
// nothing is started and nothing is written here.

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/result.h"
#include "jobs/spec/job_spec.h"
#include "pai/component.h"
#include "pai/value/build_context.h"
#include "syntax/statements/pai.h"

namespace paisql::pai {

// Queries that the session runs in place of a job.
struct SqlWork {
  struct Step {
    std::string query;
    syntax::PaiParameter output;     // names the table (job/component_tables.h, OneOutput)
    syntax::PaiParameter partition;  // of that table, "a=1/b=2"; empty: it has no partitions
    bool columns_unknown = false;
  };
  std::string algorithm;
  std::vector<Step> steps;
  std::vector<std::string> notes;         // as of a job
  std::optional<int64_t> lifecycle_days;  // of the tables that are made
};

using Work = std::variant<jobs::JobSpec, SqlWork>;

Result<Work> BuildWork(const syntax::PaiStatement& statement, const BuildContext& context);

// Builds the job of a component whose work is a job; kUnsupported for any other component.
Result<jobs::JobSpec> BuildJob(const syntax::PaiStatement& statement, const BuildContext& context);

}  // namespace paisql::pai
