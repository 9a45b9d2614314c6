// Checks the keys that a node that steers others must have, and that no other node may have.

#include <fmt/format.h>

#include <algorithm>

#include "nodes/model/logic.h"
#include "nodes/read/read_node.h"

namespace paisql::nodes {

namespace {

// The keys that each steering kind must have, and no other kind may have.
struct Wanted {
  Runs runs;
  std::string_view kind;
  std::string_view key;
  bool (*has)(const Node& node);
};

constexpr Wanted kWanted[] = {
    {Runs::kBranch, "CONTROLLER_BRANCH", "branches",
     [](const Node& node) { return !node.control.branches.empty(); }},
    {Runs::kMerge, "CONTROLLER_JOIN", "join",
     [](const Node& node) { return !node.control.merges.empty(); }},
    {Runs::kDoWhile, "CONTROLLER_CYCLE", "while",
     [](const Node& node) { return node.control.again.has_value(); }},
    {Runs::kForEach, "CONTROLLER_TRAVERSE", "do",
     [](const Node& node) {
       return node.control.body != nullptr && !node.control.again.has_value();
     }},
    {Runs::kWorkflow, "SUB_PROCESS", "flow",
     [](const Node& node) { return !node.control.workflow.name.empty(); }},
    {Runs::kCheck, "CHECK", "check",
     [](const Node& node) {
       return !node.control.awaited.file.empty() || !node.control.awaited.table.empty();
     }},
    {Runs::kWait, "CONTROLLER_WAIT", "wait",
     [](const Node& node) { return node.control.wait_ms > 0; }},
};

// A merge of names that it waits for.
void MergeDependencies(Node& node) {
  if (!node.control.merges.empty() || !node.depends.has_value()) return;
  for (const Named& name : *node.depends) {
    MergeArm arm;
    arm.name = name.name;
    arm.from = name;
    node.control.merges.push_back(std::move(arm));
  }
}

void CheckLogic(const Node& node, NodeReader& reader) {
  const Result<bool> judged =
      JudgeLogic(node.control.logic, [&](std::string_view name) -> std::optional<bool> {
        for (const MergeArm& arm : node.control.merges) {
          if (arm.name == name) return true;
        }
        return std::nullopt;
      });
  if (!judged.ok()) {
    reader.Fail(node.place, fmt::format("node {}: {}", node.name, judged.error().detail),
                judged.error().hint);
  }
}

void CheckLoop(const Node& node, NodeReader& reader) {
  if (node.control.body == nullptr || node.control.body->nodes.empty()) {
    return reader.Fail(node.place, fmt::format("loop {} has no nodes", node.name),
                       "do: {first: first.sql}");
  }
  if (node.kind->runs != Runs::kForEach) {
    if (node.control.parallel > 0) {
      reader.Fail(node.place,
                  fmt::format("the turns of do-while {} run one after another: `parallel` belongs "
                              "to a for-each",
                              node.name),
                  "");
    }
    return;
  }
  const auto is_data = [](const auto& one) { return one.name == kLoopData; };
  if (std::ranges::none_of(node.inputs, is_data) &&
      std::ranges::none_of(node.parameters, is_data)) {
    reader.Fail(
        node.place,
        fmt::format("for-each {} has nothing called {} to go through", node.name, kLoopData),
        "for-each: assignment.outputs");
  }
}

std::string LanguageOf(const Node& node) {
  if (node.path.ends_with(".sql")) return "odps-sql";
  return node.path.ends_with(".sh") ? "shell" : "python";
}

}  // namespace

const Kind* KindOfControl(const Node& node) {
  for (const Wanted& wanted : kWanted) {
    if (wanted.has(node)) return FindKind(wanted.kind);
  }
  return nullptr;
}

void CheckControl(Node& node, NodeReader& reader) {
  const Runs runs = node.kind->runs;
  if (runs == Runs::kMerge) MergeDependencies(node);
  // One that is not run lacks nothing.
  const bool idle = node.recurrence != Recurrence::kNormal;
  for (const Wanted& wanted : kWanted) {
    if (wanted.runs == runs && !wanted.has(node) && !idle) {
      return reader.Fail(
          node.place,
          fmt::format("node {} is {}, and has no `{}`", node.name, node.kind->what, wanted.key),
          "docs/flows.md, \"Nodes that steer others\"");
    }
    if (wanted.runs != runs && wanted.has(node)) {
      return reader.Fail(node.place,
                         fmt::format("node {} is {}: `{}` belongs to a {}", node.name,
                                     node.kind->name, wanted.key, wanted.kind),
                         "");
    }
  }
  if (runs == Runs::kMerge) CheckLogic(node, reader);
  if ((runs == Runs::kDoWhile || runs == Runs::kForEach) && !idle) CheckLoop(node, reader);
  if (runs == Runs::kAssignment && node.language.empty()) node.language = LanguageOf(node);
}

}  // namespace paisql::nodes
