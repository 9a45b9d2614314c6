#pragma once

// Finds the dependencies between nodes: given by names of nodes or outputs, or derived from the
// tables that nodes read and write. Pure functions.

#include <optional>
#include <string>
#include <vector>

#include "nodes/code/code_text.h"
#include "nodes/model/flow.h"

namespace paisql::nodes {

struct Edge {
  size_t from = 0;     // the position of the node that is waited for
  std::string reason;  // "" where it is given, else the table: "project.table"
  // Only for a branch: the ways that the node waits for; empty: any way.
  std::vector<size_t> arms;
};

struct Graph {
  struct Source {
    std::optional<size_t> node;  // nullopt for one that is there always, or is a problem
    std::optional<size_t> arm;   // of a branch
  };

  std::vector<std::vector<Edge>> after;  // by the position of the node that waits; by `from`
  std::vector<std::vector<std::optional<size_t>>> sources;  // of the inputs of each node
  std::vector<std::vector<Source>> merged;                  // of what each merges
  // Each node after those that it waits for, and otherwise as they were written. Empty when the
  // nodes wait for each other in a circle.
  std::vector<size_t> order;
};

// `tables` has an entry a node. Problems: an output of two nodes, an output that nobody makes, a
// circle with its path.
Graph LinkNodes(const Flow& flow, const std::vector<NodeTables>& tables, const std::string& project,
                std::vector<Problem>& problems);

// Which nodes are to run: names separated by blanks or commas, in double quotes where they have
// such signs themselves, also "tag:daily"; "+name" is the node with all that it waits for, "name+"
// with all that wait for it, "*" all. `from` and `to` (names, "" for none) leave those that wait
// for `from`, and those that `to` waits for, themselves included. kInvalidCommand, without a place,
// for a name that no node has.
struct Selection {
  std::string from;
  std::string to;
  std::string select;
};
// As a selection has it.
std::string QuotedName(const std::string& name);
Result<std::vector<bool>> Select(const Flow& flow, const Graph& graph, const Selection& selection);

}  // namespace paisql::nodes
