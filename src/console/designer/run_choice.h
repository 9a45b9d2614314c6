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

// Gives the nodes' selection with which a workflow's run takes the choice.
nodes::Selection SelectionOf(const RunChoice& choice);
// Reads the choice from a command with such arguments.
RunChoice ChoiceOfCommand(const std::string& command);
// Gives the nodes that a run with this choice takes, as the edges tell.
std::set<std::string> ChosenNodes(const designer::Pipeline& pipeline, const RunChoice& choice);

}  // namespace paisql::console::canvas
