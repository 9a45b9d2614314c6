#pragma once

// Which nodes a run takes: all, those from a node on, those up to it, or that one. Pure functions.

#include <set>
#include <string>

#include "designer/pipeline/pipeline.h"
#include "nodes/model/graph.h"

namespace paisql::console::canvas {

struct RunChoice {
  std::string kind = "all";  // "all", "from", "to", "one"
  std::string node;          // "" for all
};

// As `paisql flow run` takes it.
nodes::Selection SelectionOf(const RunChoice& choice);
// The choice that such a command has been given.
RunChoice ChoiceOfCommand(const std::string& command);
// The nodes that it takes, by the edges.
std::set<std::string> ChosenNodes(const designer::Pipeline& pipeline, const RunChoice& choice);

}  // namespace paisql::console::canvas
