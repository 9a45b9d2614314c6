#pragma once

// `paisql flow VERB …`: workflows of nodes that run here.

#include <string>
#include <vector>

namespace paisql::flow {

// The arguments are those after the program's name, which is how the program was called. Gives the
// exit status: 0, 1 when a node failed or something is wrong with the workflow, 2 for wrong usage,
// 3 when the home or the machine cannot be used, 130 interrupted.
int RunFlowCommand(const std::vector<std::string>& arguments, const std::string& program);

}  // namespace paisql::flow
