#include "flow/confined.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "nodes/model/prepared_code.h"

namespace paisql::flow {

namespace {

namespace fs = std::filesystem;

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

nodes::Problem ProblemOf(const nodes::Node& node, std::string message, std::string hint) {
  return {true, node.place, "ODPS-0130013", std::move(message), std::move(hint)};
}

void CollectPrograms(const nodes::Flow& flow, std::vector<nodes::Problem>& problems) {
  for (const nodes::Node& node : flow.nodes) {
    if (node.recurrence == nodes::Recurrence::kNormal && ReachesMachine(node)) {
      problems.push_back(
          ProblemOf(node,
                    fmt::format("node {} of kind {} runs with the rights of the home's owner",
                                node.name, node.kind->name),
                    "users of a server run nodes of SQL and PAI"));
    }
    if (node.control.body != nullptr) CollectPrograms(*node.control.body, problems);
  }
}

bool LiesWithin(const std::string& path, const fs::path& folder) {
  std::error_code failure;
  const fs::path real = fs::weakly_canonical(path, failure);
  if (failure) return false;
  const fs::path below = real.lexically_relative(folder);
  return !below.empty() && *below.begin() != "..";
}

void CollectOutside(const nodes::Flow& flow, const fs::path& folder,
                    std::vector<nodes::Problem>& problems) {
  for (const nodes::Node& node : flow.nodes) {
    const nodes::Flow* const body = node.control.body.get();
    const bool other = body != nullptr && body->folder != flow.folder;
    if ((!node.path.empty() && !LiesWithin(node.path, folder)) ||
        (other && !LiesWithin(body->folder, folder)) ||
        (body == nullptr && !node.control.workflow.name.empty())) {
      problems.push_back(ProblemOf(
          node, fmt::format("node {} reads what lies outside of the workflow's folder", node.name),
          "users of a server reach the folder of a workflow alone"));
      continue;
    }
    if (body != nullptr) CollectOutside(*body, folder, problems);
  }
}

}  // namespace

std::vector<nodes::Problem> CheckWithinFolder(const nodes::Flow& flow) {
  std::vector<nodes::Problem> problems;
  std::error_code failure;
  const fs::path folder = fs::weakly_canonical(flow.folder, failure);
  CollectOutside(flow, folder, problems);
  return problems;
}

std::vector<nodes::Problem> CheckConfined(const nodes::Flow& flow) {
  std::vector<nodes::Problem> problems = CheckWithinFolder(flow);
  CollectPrograms(flow, problems);
  return problems;
}

}  // namespace paisql::flow
