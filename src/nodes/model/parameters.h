#pragma once

// What the parameters of nodes stand for in one run. Pure functions.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "nodes/model/flow.h"
#include "variables/scope.h"

namespace paisql::nodes {

struct Resolved {
  std::string name;
  std::string expression;
  std::string value;
  std::string source;  // "node", "workflow", "--define"
};

// The day of a run, and what the command line says.
struct RunMoment {
  int64_t bizdate = 0;             // days since 1970-01-01
  std::optional<int64_t> cyctime;  // of all nodes; nullopt: by their schedules
  int64_t today = 0;
  std::vector<variables::Variable> defined;  // before anybody else
};

// The two moments that the node's dates count from.
variables::Schedule ScheduleOf(const Flow& flow, const Node& node, const RunMoment& moment);

// Whether its schedule, or the workflow's, has it run on that day at all; without one it does.
bool IsDue(const Flow& flow, const Node& node, const RunMoment& moment);

// All that the node may name: its own parameters, then those of the workflow that it does not have,
// then what the command line adds. Values that cannot be, and values that surely mean something
// else than their writer thinks, are problems.
std::vector<Resolved> ResolveParameters(const Flow& flow, const Node& node, const RunMoment& moment,
                                        std::vector<Problem>& problems);

// $1, $2, … of a shell script, in their order.
std::vector<std::string> Positional(const std::vector<Resolved>& parameters);

// The others as variables of a session; their dollars are dollars.
std::vector<variables::Variable> VariablesOf(const std::vector<Resolved>& parameters);

// The node's code with its parameters in place of ${name}. An error is placed in the code.
Result<std::string> SubstitutedCode(const Flow& flow, const Node& node, const RunMoment& moment,
                                    const std::vector<Resolved>& parameters);

// "20251031" of a day.
std::string DayText(int64_t day);

}  // namespace paisql::nodes
