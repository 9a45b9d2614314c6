#pragma once

// Reads a node of a FlowSpec at any place: its name, kind, code and outputs.

#include <map>
#include <string>
#include <vector>

#include "nodes/formats/spec.h"

namespace paisql::nodes {

// A scalar as a person would write it: in quotes only where YAML would take it
// for something else.
Value PlainText(std::string text);

// `name` of the node, else its id, with properties put in.
std::string NodeNameOf(const Spec& spec, const NodeRef& node);
// `script` of a node, where it stands; an empty map for none.
const Value& ScriptOf(const Spec& spec, const NodeRef& node);
// "ODPS_SQL"; of names that the platform has used for it, too.
std::string KindNameOf(const Spec& spec, const NodeRef& node);
// Whether nothing says what a node with code is, so that KindNameOf takes it for SQL.
bool GuessesKind(const Spec& spec, const NodeRef& node);
// The code that stands in the spec, or in a folder beside it.
std::string ContentOf(const Spec& spec, const NodeRef& node);
void SetContent(Spec& spec, const NodeRef& node, const std::string& code);
// {"language": …, "content": …}, which the code of an assignment is in older files; null for none.
Value WrappedCode(const Spec& spec, const NodeRef& node);
// The outputs that other nodes may wait for: of nodes and tables, as they are written.
std::vector<std::string> OutputsOf(const Spec& spec, const NodeRef& node);
// The outputs by which a branch tells its ways apart.
std::vector<std::string> BranchOutputs(const Spec& spec, const NodeRef& node);

// Nodes of FlowSpec 2.0 that belong to a loop and stand beside it: a file each, and nothing in the
// loop names them. The loop of each such node. A loop's start is known by its container, by its
// path below the loop's, or because there is one of each; what waits for the start, and what waits
// for that, is in the loop, and so is the end that belongs to it.
std::map<NodeRef, NodeRef> LoopsOf(const Spec& spec);

}  // namespace paisql::nodes
