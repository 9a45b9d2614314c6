#pragma once

// What a workflow may have in it when a user of a server has it run, or looks at it.

#include <vector>

#include "nodes/model/flow.h"

namespace paisql::flow {

// A problem for each node, also of those within nodes, whose code or workflow lies outside of the
// flow's folder, as its links lead there. Asks the system where the links lead.
std::vector<nodes::Problem> CheckWithinFolder(const nodes::Flow& flow);
// These, and a problem for each node that is more than statements in a session of that user:
// programs of nodes have the rights of the home's owner.
std::vector<nodes::Problem> CheckConfined(const nodes::Flow& flow);

}  // namespace paisql::flow
