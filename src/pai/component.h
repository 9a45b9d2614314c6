#pragma once

// A component: what a PAI statement may name. It has names, parameters, ports (the parameters that
// name what it reads and writes) and a way to run. The rows of components (pai/components.h) feed
// checking, HELP PAI, completion, docs/pai.md, and what workflows, lineage and checks know of a
// statement's tables.

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "jobs/spec/job_spec.h"
#include "pai/parameter/parameter.h"
#include "pai/parameter/parameters.h"

namespace paisql::pai {

enum class PortKind { kInputTable, kOutputTable, kModelIn, kModelOut, kFolder };

// The columns of the table that a component makes for a port; `input` has those of its first input
// table.
using SchemaRule = Result<std::vector<store::Column>> (*)(const Parameters& parameters,
                                                          const std::vector<store::Column>& input);

// A parameter that names what the component reads or writes: tables (or, of inputs, queries in
// parentheses), models of the catalog, folders. Several stand in one value, separated by commas.
struct Port {
  std::string_view parameter;
  PortKind kind = PortKind::kInputTable;
  // The value is a JSON list of objects, and this key of each names one; "": the value names them.
  std::string_view key = {};
  // Comes to each name: the component writes the table <name><suffix>.
  std::string_view suffix = {};
  // Only for an output table of a learner; null where the run says its columns.
  SchemaRule schema = nullptr;
};

// A job that a function describes: it fills in what the parameters say. The rest of the job is the
// same for all components.
struct JobBuild {
  std::string_view runtime;  // what its processes run (jobs/spec/runtime.h)
  Status (*build)(const Parameters& parameters, const BuildContext& context, jobs::JobSpec* spec);
};

// A query whose rows replace the table that an output port names.
struct SqlStep {
  std::string output;  // the port's parameter, which is given
  std::string query;   // SELECT …; value/sql_text.h quotes names
};

// Queries that the session runs, all on one snapshot. Their tables are committed together.
struct SqlBuild {
  Result<std::vector<SqlStep>> (*build)(const Parameters& parameters, const BuildContext& context);
};

enum class LearnerCall { kFit, kPredict };

// A job that calls fit(task) or predict(task) of a Python module (python/paisql/learners/). The
// ports say what the task gets.
struct LearnerBuild {
  std::string_view module;  // "paisql.learners.<name>"
  LearnerCall call = LearnerCall::kFit;
  std::string_view format;  // of the model that fit makes and predict takes (store::ModelVersion)
};

using ComponentRun = std::variant<JobBuild, SqlBuild, LearnerBuild>;

// Components that differ by their names only.
struct Component {
  std::string_view title;  // "TensorFlow 1"
  std::span<const std::string_view> names;
  std::string_view pattern;  // stands for the names where they are too many to read, or ""
  int tensorflow = 0;        // the major version that its names may say; 0: none
  std::string_view help;
  std::span<const Parameter> parameters;
  std::span<const Port> ports;
  ComponentRun run;
  std::string_view example_script;  // the text of train.py, "" where the example needs none
  std::string_view example;         // statements; {name} is the name
};

// The runtime of its processes; "" for a component that has none.
std::string_view RuntimeOf(const Component& component);

}  // namespace paisql::pai
