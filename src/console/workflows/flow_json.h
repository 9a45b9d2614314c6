#pragma once

// Workflows and their runs as JSON for pages. Pure but for what is said of reading.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "console/workflows/known_flows.h"
#include "nodes/model/flow.h"
#include "nodes/run/plan.h"
#include "store/flows.h"
#include "types/time/zone.h"

namespace paisql::console {

nlohmann::json RunJson(const store::FlowRun& run);
nlohmann::json NodesJson(const std::vector<store::FlowNode>& nodes);
nlohmann::json ProblemsJson(const std::vector<nodes::Problem>& problems);

// Shows a workflow as it was written: nodes with what they wait for, nodes of loops within the
// loops, problems, and the values that a run of that moment would give its parameters.
nlohmann::json FlowJson(const nodes::Flow& flow, const nodes::Plan& plan);
// The node's code with its parameters; the values of secrets are hidden.
nlohmann::json CodeJson(const nodes::Node& node, const std::vector<nodes::Resolved>& parameters);
// When the workflow is due next by its schedules, in milliseconds since 1970; 0 for never.
int64_t NextDueMs(const nodes::Flow& flow, const nodes::Graph& graph, const TimeZone& zone);

// One row of the list, of a workflow whose folder was read. `project`: where the workflow runs.
nlohmann::json ListedFlowJson(const KnownFlow& known, const Result<nodes::Flow>& flow,
                              std::vector<nodes::Problem> problems, const std::string& project,
                              const nodes::RunMoment& moment, const TimeZone& zone);

// Returns the ids of the jobs that a node's log names, in their order; Logview knows jobs by them.
std::vector<std::string> InstancesInLog(const std::string& log);

}  // namespace paisql::console
