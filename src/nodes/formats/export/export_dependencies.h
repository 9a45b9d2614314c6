#pragma once

// Writes the dependencies between a workflow's nodes into its spec. Private to exports.

#include <map>
#include <string>

#include "nodes/formats/spec.h"
#include "nodes/formats/spec_dependencies.h"

namespace paisql::nodes {

inline constexpr const char* kProjectPlaceholder = "${projectIdentifier}";

// The output that others wait for, with one made where the node has none; with
// the project's placeholder in folders.
std::string OutputToWaitFor(Spec& spec, const NodeRef& node, const std::string& project);

// Entries that say the same stay as they are written, and those of other
// workflows.
class DependencyWriter {
 public:
  // All outlive it; the nodes of the spec have their names, outputs and places
  // by `refs`.
  DependencyWriter(Spec& spec, const std::map<std::string, NodeRef>& refs,
                   const std::string& project)
      : spec_(spec), refs_(refs), project_(project), links_(spec) {}

  // Names of nodes, or outputs where there is more than the node to say. `old`
  // of a node that the spec had before.
  void WriteDepends(const std::string& name, const Value& depends, bool old) const;
  // Nodes of the day before: names, or "self".
  void WritePrevious(const std::string& name, const Value& previous) const;

 private:
  // Whether the spec has a node take something from the other one.
  bool IsGiver(const NodeRef& ref, const NodeRef& other) const;

  Value& ListOf(const NodeRef& ref) const;

  Spec& spec_;
  const std::map<std::string, NodeRef>& refs_;
  const std::string& project_;
  SpecLinks links_;
  mutable std::map<NodeRef, DependencyEntry> made_;  // of nodes that had none
};

}  // namespace paisql::nodes
