#pragma once

// The resources that a node's code refers to, where it finds them.

#include <string>
#include <vector>

#include "base/result.h"
#include "nodes/model/flow.h"
#include "store/flows.h"

namespace paisql::nodes {

// Makes `folder` anew, with a copy of each resource under its name: of the project's, or where it
// has none of this name, of the file beside the node's code. An error names what is nowhere.
Status PutResources(const std::vector<std::string>& names, const std::string& project,
                    const Node& node, const std::string& folder, store::FlowBook& book);

}  // namespace paisql::nodes
