#pragma once

// Computes the values of nodes' parameters in one run. Pure functions.

#include <optional>
#include <string>
#include <vector>

#include "nodes/model/flow.h"
#include "nodes/model/given.h"
#include "variables/scope.h"

namespace paisql::nodes {

struct Resolved {
  std::string name;
  std::string expression;
  std::string value;
  // "node", "workflow", "workspace", "--define", the node that gives it
  std::string source;
  bool known = true;      // false of what only the run tells; its value is ""
  bool from_run = false;  // it holds what another node has given
};

// The day of a run, and what the command line says.
struct RunMoment {
  int64_t bizdate = 0;             // days since 1970-01-01
  std::optional<int64_t> cyctime;  // of all nodes; nullopt: by their schedules
  int64_t today = 0;
  std::vector<variables::Variable> defined;  // before anybody else
  std::string project;                       // the current one; "": the program's
  // Only for a workflow within another: the parameters of the node that runs it, which come before
  // its own, and names that its code may use: in a loop dag.offset and its like.
  std::vector<Resolved> outer;
  Givens givens;
};

// The values of inputs and loops, under their names.
Givens AllGivens(const RunMoment& moment, const Givens& inputs);

// The two moments that the node's dates count from.
variables::Schedule ScheduleOf(const Flow& flow, const Node& node, const RunMoment& moment);

// Whether its schedule, or the workflow's, has it run on that day at all; without one it does.
bool IsDue(const Flow& flow, const Node& node, const RunMoment& moment);

// All that the node may name: its own parameters, what other nodes give it (`inputs`, all unknown
// before the run), then those of the workflow and of the workspace that it does not have, after
// those of the command line. Values that cannot be, and values that surely mean something else than
// their writer thinks, are problems.
std::vector<Resolved> ResolveParameters(const Flow& flow, const Node& node, const RunMoment& moment,
                                        const Givens& inputs, std::vector<Problem>& problems);

// Computes the node's `gives`; each may name all that the node may name.
Result<Givens> ResolveGives(const Flow& flow, const Node& node, const RunMoment& moment,
                            const Givens& inputs);

// $1, $2, … of a shell script, in their order.
std::vector<std::string> Positional(const std::vector<Resolved>& parameters);

// The others as variables of a session; their dollars are dollars.
std::vector<variables::Variable> VariablesOf(const std::vector<Resolved>& parameters);

// "20251031" of a day.
std::string DayText(int64_t day);

}  // namespace paisql::nodes
