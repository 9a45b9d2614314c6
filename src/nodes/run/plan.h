#pragma once

// All that is known of a workflow before it runs for a day: its parameters' values, what waits for
// what, what the SQL of its nodes reads and writes, and what is wrong with it.

#include <memory>
#include <string>
#include <vector>

#include "nodes/model/flow.h"
#include "nodes/model/graph.h"
#include "nodes/model/parameters.h"
#include "nodes/run/host.h"

namespace paisql::nodes {

struct Plan {
  std::vector<std::vector<Resolved>> parameters;      // by node, as the following
  std::vector<std::shared_ptr<const Plan>> bodies;    // of loops and workflows; else null
  std::vector<std::vector<session::DataFlow>> flows;  // empty for a node that is not SQL
  Graph graph;
  std::vector<Problem> problems;

  bool has_errors() const;
};

// `project` is that of the session. `checker` is null where the SQL is not to be analysed; what
// nodes read and write is then as their texts say. `graph` is what waits for what where that is
// known already, as of the instances of a day.
Plan MakePlan(const Flow& flow, const RunMoment& moment, const std::string& project,
              SqlChecker* checker, const Graph* graph = nullptr);

// The node's SQL, prepared as PreparedCode does, as a session is to run it.
SqlScript ScriptOf(const Flow& flow, const Node& node, const RunMoment& moment,
                   const std::vector<Resolved>& parameters, std::string code);

// The moment and the parameters of what runs within the node.
RunMoment InnerMoment(const Flow& flow, const Node& node, const RunMoment& moment,
                      std::vector<Resolved> parameters);

}  // namespace paisql::nodes
