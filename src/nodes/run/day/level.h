#pragma once

// A workflow on its way, or one turn of a loop, or a workflow that is a node of another: nodes with
// one scheduler. The nodes within a node are a level below it.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "nodes/model/flow.h"
#include "nodes/model/given.h"
#include "nodes/run/plan.h"
#include "nodes/run/scheduler.h"

namespace paisql::nodes {

// A node of a level.
struct Spot {
  size_t level = 0;
  size_t node = 0;

  auto operator<=>(const Spot&) const = default;
};

// A loop, or a workflow, that runs as a node.
struct LoopState {
  Given data;       // that it goes through
  size_t next = 0;  // turn to begin, from 0
  size_t running = 0;
  bool failed = false;
  std::string why;  // it has
  int64_t deadline_ms = kNoTime;
};

struct Level {
  size_t id = 0;
  std::optional<Spot> above;  // the node that it is within
  size_t turn = 0;
  const Flow* flow = nullptr;
  std::shared_ptr<const Flow> keeps;  // of what is below the run's own workflow
  std::shared_ptr<const Plan> plan;
  RunMoment moment;
  std::string prefix;  // of the names of its nodes in the catalog: "loop/3/"
  Scheduler scheduler{{}};
  std::vector<size_t> rows;  // in the run, by node, as the following
  std::vector<std::vector<Resolved>> parameters;
  std::vector<Givens> inputs;
  std::vector<Givens> gives;
  // The way that each decided branch has taken; the number of ways when it takes none.
  std::map<size_t, size_t> chosen;
  std::map<size_t, LoopState> loops;

  const Node& node(size_t i) const { return flow->nodes[i]; }
  // Values of what other nodes give, and the parameters with them. An error when one has given
  // nothing.
  Status Resolve(size_t i);
  // The nodes after a branch that must not run when the branch takes this way.
  std::vector<size_t> SkippedBy(size_t branch, size_t way) const;
  // How a merge's source has ended: 1 success, 2 not run, 3 failure.
  int EndOf(const Graph::Source& source) const;
};

// The rules that must hold before each node begins, in a run of these.
std::vector<Rules> RulesOf(const Level& level, const std::vector<bool>& chosen);

}  // namespace paisql::nodes
