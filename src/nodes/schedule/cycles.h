#pragma once

// Nodes that are due several times a day, as instances: one a time, each with its own scheduled
// time, and what waits for what among them. Pure functions.
//
// An instance is called node@HHMM. What is due once a day waits for all instances of the day, and
// each instance waits for what is due once. Of two that are due equally often each instance waits
// for the one of its turn; else for those since its own last time, and where there are none for the
// last one before. Each instance of a node begins after the end of the one before.

#include <optional>
#include <string>
#include <vector>

#include "nodes/model/flow.h"
#include "nodes/model/graph.h"
#include "nodes/model/parameters.h"

namespace paisql::nodes {

struct Cycles {
  Flow flow;                                   // with a node an instance
  Graph graph;                                 // of these
  std::vector<std::vector<size_t>> instances;  // by the position in the flow as it was written
  std::vector<std::vector<int64_t>> times;     // of each, in seconds of the day
};

// Whether a node may be due more than once on some day.
bool MayHaveCycles(const Flow& flow);

// nullopt where no node is due more than once on that day. `graph` is that of the flow as it was
// written. Where the moment has a cyctime, each such node has the instance of that time alone.
std::optional<Cycles> ExpandCycles(const Flow& flow, const Graph& graph, const RunMoment& moment);

// "load@0300" of the time of a day.
std::string InstanceName(const std::string& node, int64_t second);

}  // namespace paisql::nodes
