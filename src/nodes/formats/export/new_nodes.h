#pragma once

// Nodes that a spec is given by an export. Private to exports.

#include <set>
#include <string>

#include "nodes/formats/export/export_spec.h"

namespace paisql::nodes {

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

}  // namespace paisql::nodes
