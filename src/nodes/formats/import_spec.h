#pragma once

// A FlowSpec as a plain workflow: a flow.yaml and files of code. Pure; what
// flow.yaml does not say of a spec is found again in the spec itself, which
// stays beside it.

#include <string>
#include <vector>

#include "nodes/formats/spec.h"

namespace paisql::nodes {

struct ImportedNode {
  std::string name;  // in flow.yaml; for a node in a loop after the loop's
  NodeRef ref;
  std::string file;  // of its code; "" for none
};

struct ImportedFlow {
  Value flow;      // of flow.yaml
  FileTexts code;  // by their paths from it
  std::vector<ImportedNode> nodes;
  std::vector<Problem> warnings;  // of what does not run here as it is written
};

// Parts the names of loops and of the nodes in them.
inline constexpr char kWithin = '\n';
// That of the node that says whether a do-while goes on.
inline constexpr const char* kWhileName = "while";

ImportedFlow ImportSpec(const Spec& spec);

// A name of a file, without folders: what a path would take for more becomes
// '_'.
std::string FileNameOf(const std::string& name);

// The content of a PAI node (nodes/code/pai_tasks.h) as a workflow of its own. A node of SQL a
// task, with its statements in their order; tasks without any are points to wait for. kParse where
// a task's text is not XML.
Result<ImportedFlow> ImportPaiContent(const Value& document, const std::string& path);

}  // namespace paisql::nodes
