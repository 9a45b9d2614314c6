#pragma once

// A component: what a PAI statement may name. It has names, parameters, ports (the parameters that
// name what it reads and writes) and a way to run. The rows of components (pai/components.h) feed
// checking, HELP PAI, completion, docs/pai.md, and what workflows, lineage and checks know of a
// statement's tables.

#include <map>
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

// What a learner has written into its model for rules of columns, such as the type of the label:
// the object "facts" of model.json (python/paisql/learners/model_folder.py).
using ModelFacts = std::map<std::string, std::string>;

// What a rule of columns may look at, by the parameters of the ports.
struct SchemaSource {
  std::map<std::string, std::vector<store::Column>, std::less<>> inputs;
  std::map<std::string, ModelFacts, std::less<>> models;
  std::vector<store::Column> first;  // of the first input table

  // The columns of a port's input; those of the first one where the port is not given.
  const std::vector<store::Column>& Of(std::string_view port) const;
  // A fact of the port's model, or "".
  std::string Fact(std::string_view port, const std::string& name) const;
};

// The columns of the table that a component makes for a port.
using SchemaRule = Result<std::vector<store::Column>> (*)(const Parameters& parameters,
                                                          const BuildContext& context,
                                                          const SchemaSource& source);

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
  // The parameter that chooses partitions of an input, or names the partition of an output.
  std::string_view partitions = {};
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
  // The columns depend on rows, which a check does not know: it looks at the query alone.
  bool columns_unknown = false;
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
  // Of the models that predict takes, separated by blanks, or "" for all; fit makes one of the
  // first (store::ModelVersion).
  std::string_view formats;
  // What can be wrong with its columns, told before a process starts; null: nothing is checked.
  Status (*check)(const Parameters& parameters, const BuildContext& context,
                  const SchemaSource& source) = nullptr;
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
  // A component of the platform's classic ones: letter case does not matter in the names of its
  // parameters, and its tables get the lifecycle that it names.
  bool classic = false;
};

// The parameter of the name, or null.
const Parameter* ParameterOf(const Component& component, std::string_view name);

// The runtime of its processes; "" for a component that has none.
std::string_view RuntimeOf(const Component& component);

}  // namespace paisql::pai
