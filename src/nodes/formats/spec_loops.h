#pragma once

// Nodes of FlowSpec 2.0 that belong to a loop and stand beside it: a file each, and nothing in the
// loop names them.

#include <map>

#include "nodes/formats/spec.h"

namespace paisql::nodes {

// The loop of each such node. A loop's start is known by its container, by its path below the
// loop's, or because there is one of each; what waits for the start, and what waits for that, is in
// the loop, and so is the end that belongs to it.
std::map<NodeRef, NodeRef> LoopsOf(const Spec& spec);

}  // namespace paisql::nodes
