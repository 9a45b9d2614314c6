#pragma once

// Findings tell the faults of a pipeline, and facts tell the columns of its ports before anything
// has run.

#include <map>
#include <string>
#include <vector>

#include "base/error.h"

namespace paisql::designer {

struct Finding {
  std::string node;       // "" where the fault is one of the whole pipeline
  std::string port;       // "" where the fault is not at a port
  std::string parameter;  // "" where the fault is not in a parameter
  bool error = true;
  std::string code;  // "ODPS-0130071"; "" for a warning
  std::string message;
  std::string cure;
  int line = 0;  // in the text of the parameter, from 1; 0 where no line is known
  int column = 0;
};

struct PortColumn {
  std::string name;
  std::string type;  // "DOUBLE"
  bool partition = false;
};

// `known` is false where only a run tells.
struct PortColumns {
  bool known = false;
  std::vector<PortColumn> columns;
};

enum class NodeState { kOk, kWarning, kError, kUnknown };

struct NodeFacts {
  NodeState state = NodeState::kOk;
  std::map<std::string, PortColumns> outputs;
  std::map<std::string, PortColumns> inputs;  // together what all edges bring
};

struct CheckedPipeline {
  std::vector<Finding> findings;
  std::map<std::string, NodeFacts> nodes;

  bool has_errors() const;
};

Finding FindingOf(const Error& error, std::string node);

}  // namespace paisql::designer
