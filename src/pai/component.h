#pragma once

// A component: what a PAI statement may name. It has names, parameters, ports (the parameters that
// name what it reads and writes) and a way to run. The rows of components (pai/components.h) feed
// checking, HELP PAI, completion, docs/pai.md, and what workflows, lineage and checks know of a
// statement's tables.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "jobs/spec/job_spec.h"
#include "pai/parameter/parameter.h"
#include "pai/parameter/parameters.h"

namespace paisql::pai {

enum class PortKind { kInputTable, kOutputTable, kModelIn, kModelOut, kFolder };

// A parameter that names what the component reads or writes: tables (or, of inputs, queries in
// parentheses), models of the catalog, folders. Several stand in one value, separated by commas.
struct Port {
  std::string_view parameter;
  PortKind kind = PortKind::kInputTable;
  // The value is a JSON list of objects, and this key of each names one; "": the value names them.
  std::string_view key = {};
  // Comes to each name: the component writes the table <name><suffix>.
  std::string_view suffix = {};
};

// Fills in what the parameters say; the rest of the job is the same for all components.
struct JobBuild {
  std::string_view runtime;  // what its processes run (jobs/spec/runtime.h)
  Status (*build)(const Parameters& parameters, const BuildContext& context, jobs::JobSpec* spec);
};

// Components that differ by their names only.
struct Component {
  std::string_view title;  // "TensorFlow 1"
  std::span<const std::string_view> names;
  std::string_view pattern;  // stands for the names where they are too many to read, or ""
  int tensorflow = 0;        // the major version that its names may say; 0: none
  std::string_view help;
  std::span<const Parameter> parameters;
  std::span<const Port> ports;
  JobBuild run;
  std::string_view example_script;  // the text of train.py, "" where the example needs none
  std::string_view example;         // statements; {name} is the name
};

}  // namespace paisql::pai
