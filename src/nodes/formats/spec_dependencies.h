#pragma once

// What nodes of a FlowSpec wait for: `flow` or `dependencies`, by ids of nodes
// or by outputs.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "nodes/formats/spec.h"

namespace paisql::nodes {

// One thing that a node waits for.
struct SpecDependency {
  std::optional<NodeRef> node;  // of this spec; nullopt for what belongs to others
  std::string output;           // as it is written, with properties put in; "" where an
                                // id is given
  std::string type = "Normal";  // as the platform calls it
  bool normal = true;           // of the same day; others are of the day before
  bool root = false;            // of the project: it has succeeded before anything begins
};

// Finds nodes by ids, names and outputs. The spec stays, and is not changed
// meanwhile.
class SpecLinks {
 public:
  explicit SpecLinks(const Spec& spec);

  // In the order in which they stand there; nullopt where nothing is said of
  // the node.
  std::optional<std::vector<SpecDependency>> DependenciesOf(const NodeRef& node) const;
  std::optional<NodeRef> FindOutput(const std::string& output) const;
  std::optional<NodeRef> FindName(const std::string& name) const;
  SpecDependency Read(size_t document, const Value& entry) const;

 private:
  const Spec& spec_;
  std::map<std::pair<size_t, std::string>, NodeRef> by_id_;  // of a document
  std::map<std::string, NodeRef> by_name_;                   // of any
  std::map<std::string, NodeRef> by_output_;                 // in lower case
};

// The list of what the node waits for, made where there is none.
Value& DependencyList(Spec& spec, const NodeRef& node);
// Takes what the node waits for away.
void EraseDependencies(Spec& spec, const NodeRef& node);

}  // namespace paisql::nodes
