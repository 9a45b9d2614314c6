#include "flow/confined.h"

#include <fmt/format.h>

#include "nodes/model/prepared_code.h"

namespace paisql::flow {

namespace {

// Whether a program runs for it, or a path of this machine is looked at.
bool ReachesMachine(const nodes::Node& node) {
  if (node.kind == nullptr) return false;  // a problem of its own
  switch (nodes::CodeRuns(node)) {
    case nodes::Runs::kShell:
    case nodes::Runs::kPython:
    case nodes::Runs::kPyOdps:
      return true;
    default:
      return node.kind->runs == nodes::Runs::kBranch || !node.control.awaited.file.empty();
  }
}

void Collect(const nodes::Flow& flow, std::vector<nodes::Problem>& problems) {
  for (const nodes::Node& node : flow.nodes) {
    if (node.recurrence == nodes::Recurrence::kNormal && ReachesMachine(node)) {
      problems.push_back({true, node.place, "ODPS-0130013",
                          fmt::format("node {} of kind {} runs with the rights of the home's owner",
                                      node.name, node.kind->name),
                          "users of a server run nodes of SQL and PAI"});
    }
    if (node.control.body != nullptr) Collect(*node.control.body, problems);
  }
}

}  // namespace

std::vector<nodes::Problem> CheckConfined(const nodes::Flow& flow) {
  std::vector<nodes::Problem> problems;
  Collect(flow, problems);
  return problems;
}

}  // namespace paisql::flow
