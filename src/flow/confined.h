#pragma once

// What a workflow may have in it when a user of a server has it run. Pure.

#include <vector>

#include "nodes/model/flow.h"

namespace paisql::flow {

// A problem for each node, also of those within nodes, that is more than statements in a session of
// that user: programs of nodes have the rights of the home's owner.
std::vector<nodes::Problem> CheckConfined(const nodes::Flow& flow);

}  // namespace paisql::flow
