#pragma once

// Parts of an export. Private to exports.

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "nodes/formats/export/export_spec.h"
#include "nodes/formats/spec.h"
#include "nodes/formats/spec_dependencies.h"

namespace paisql::nodes {

// Entries of flow.yaml as an export compares them, and values of specs as it copies them.

// A node's entry with all that holds for it, as a map: its own keys, then those
// of `defaults` and of the workflow.
Value EffectiveEntry(const Value& flow, const Value& entry);

// One way to write the value of a key that may be written in several.
Value CanonicalValue(std::string_view key, const Value& value);

// Whether FlowSpec has a place for the key of a node.
bool IsSpecKey(const std::string& name);

// Without references into lists, which another document does not have, and
// without placeholders. References within what references stand for are
// followed so far.
inline constexpr int kMostReferences = 8;
Value InlinedValue(const Spec& spec, size_t document, const Value& value, int references = 0);

// A spec of a workflow without nodes.
Spec NewSpec(const PlainFlow& flow, const SpecTarget& target);
// The nodes of the spec in documents of the other shape, with all that they have.
Spec ReshapedSpec(const Spec& old, const PlainFlow& flow, const SpecTarget& target);
// A single document under its new name, in its new syntax.
void RenameSpec(Spec& spec, const SpecTarget& target);

// The folders of a spec's documents, in lower case; empty before the first node is added.
using FolderNames = std::set<std::string>;
// A node of this name with what every node has; in a folder it gets a document of its own.
NodeRef AddNode(Spec& spec, const PlainFlow& flow, const std::string& name, FolderNames& taken);
// A node of a loop: ids are those of all nodes, and so have the loop's before them. `decides`: the
// one that says whether a do-while goes on.
NodeRef AddInner(Spec& spec, const NodeRef& loop, const std::string& name, bool decides);
// Where the code of a node in a folder stands: beside its document, with the end of the file's
// name.
std::string CodePathOf(const Spec& spec, const NodeRef& ref, const std::string& file);

// Writes the dependencies between a workflow's nodes into its spec.

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
