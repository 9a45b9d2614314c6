#pragma once

// Reads the dependencies of a FlowSpec's nodes: `flow` or `dependencies`, by ids of nodes or by
// outputs.

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

// Where what a node waits for stands: the entry of a list of a container, or of the loop's body.
struct DependencyEntry {
  size_t holder = 0;  // of Spec::HoldersOf
  const char* list = "";
  size_t place = 0;
};

// Finds nodes by ids, names and outputs. The spec stays; nodes and entries that are added meanwhile
// are not found.
class SpecLinks {
 public:
  explicit SpecLinks(const Spec& spec);

  // In the order in which they stand there; nullopt where nothing is said of
  // the node.
  std::optional<std::vector<SpecDependency>> DependenciesOf(const NodeRef& node) const;
  std::optional<NodeRef> FindOutput(const std::string& output) const;
  std::optional<NodeRef> FindName(const std::string& name) const;
  SpecDependency Read(size_t document, const Value& entry) const;
  std::optional<DependencyEntry> FindEntry(const NodeRef& node) const;

 private:
  // The entries of a document's containers, or of a loop's body, by the ids that they name: as they
  // are written, and with properties put in. The first of each counts.
  struct Entries {
    std::map<std::string, DependencyEntry> by_id;
    std::map<std::string, DependencyEntry> by_name;
  };
  using Scope = std::pair<size_t, std::optional<NodeRef>>;
  void AddEntries(const Scope& scope, const std::vector<const Value*>& holders);

  const Spec& spec_;
  std::map<std::pair<size_t, std::string>, NodeRef> by_id_;  // of a document
  std::map<std::string, NodeRef> by_name_;                   // of any
  std::map<std::string, NodeRef> by_output_;                 // in lower case
  std::map<Scope, Entries> entries_;
};

// The links of the spec as it is now, made once until it changes.
const SpecLinks& LinksOf(const Spec& spec);
// The node of that name, also one of a loop that was added while the spec's cache is held.
std::optional<NodeRef> FindNodeOf(const Spec& spec, const std::string& name);

// The list of what the node waits for, made where there is no `entry`.
Value& DependencyList(Spec& spec, const NodeRef& node, const std::optional<DependencyEntry>& entry);
// Takes what the node waits for away.
void EraseDependencies(Spec& spec, const NodeRef& node);

}  // namespace paisql::nodes
