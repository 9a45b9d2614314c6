#include "nodes/run/day/level.h"
#include "nodes/model/prepared_code.h"

#include <fmt/format.h>

#include <algorithm>

namespace paisql::nodes {

namespace {

// Whether somebody runs for it.
bool NeedsSlot(const Node& node) {
  return node.kind != nullptr &&
         (node.kind->runs == Runs::kBranch || CodeRuns(node) != Runs::kNothing);
}

}  // namespace

Status Level::Resolve(size_t i) {
  const Node& one = node(i);
  inputs[i].clear();
  for (size_t k = 0; k < one.inputs.size(); ++k) {
    const Input& input = one.inputs[k];
    const std::optional<size_t> from = plan->graph.sources[i][k];
    if (!from.has_value()) continue;
    const auto given = gives[*from].find(input.variable);
    if (given == gives[*from].end()) {
      return Error{ErrorCode::kInvalidCommand,
                   fmt::format("node {} has given no {}: it did not run in this run",
                               node(*from).name, input.variable),
                   {},
                   "run them together"};
    }
    inputs[i].emplace(input.name, given->second);
  }
  const bool planned = !above.has_value() && one.inputs.empty();
  if (planned) return Status::Ok();
  std::vector<Problem> problems;
  parameters[i] = ResolveParameters(*flow, one, moment, inputs[i], problems);
  for (const Problem& problem : problems) {
    if (problem.error) return Error{ErrorCode::kInvalidCommand, problem.message, {}, problem.hint};
  }
  return Status::Ok();
}

std::vector<size_t> Level::SkippedBy(size_t branch, size_t way) const {
  std::vector<size_t> skipped;
  for (size_t i = 0; i < flow->nodes.size(); ++i) {
    for (const Edge& edge : plan->graph.after[i]) {
      if (edge.from != branch || edge.arms.empty()) continue;
      if (std::ranges::find(edge.arms, way) == edge.arms.end()) skipped.push_back(i);
    }
  }
  return skipped;
}

int Level::EndOf(const Graph::Source& source) const {
  constexpr int kSucceeded = 1;
  constexpr int kNotRun = 2;
  constexpr int kFailed = 3;
  if (!source.node.has_value()) return kSucceeded;
  const State state = scheduler.state(*source.node);
  if (state == State::kFailure) return kFailed;
  if (state != State::kSuccess) {
    // A node that nobody asked for does not hold up others.
    return scheduler.reason(*source.node) == Reason::kLeftOut ? kSucceeded : kNotRun;
  }
  const auto way = chosen.find(*source.node);
  const bool gone = !source.arm.has_value() || way == chosen.end() || way->second == *source.arm;
  return gone ? kSucceeded : kNotRun;
}

std::vector<Rules> RulesOf(const Level& level, const std::vector<bool>& chosen) {
  const Flow& flow = *level.flow;
  std::vector<Rules> rules(flow.nodes.size());
  for (size_t i = 0; i < rules.size(); ++i) {
    const Node& node = flow.nodes[i];
    for (const Edge& edge : level.plan->graph.after[i]) rules[i].after.push_back(edge.from);
    if (node.behind_last) rules[i].behind = i - 1;
    rules[i].priority = node.priority;
    rules[i].left_out = !chosen[i];
    rules[i].frozen = node.recurrence == Recurrence::kPause;
    rules[i].dry = node.recurrence == Recurrence::kSkip || !IsDue(flow, node, level.moment);
    rules[i].merges = node.kind != nullptr && node.kind->runs == Runs::kMerge;
    rules[i].checks = node.kind != nullptr && node.kind->runs == Runs::kBranch;
    rules[i].ignores_skips = node.ignores_branches;
    rules[i].needs_slot = NeedsSlot(node);
    rules[i].script = CodeRuns(node) == Runs::kSql;
    if (node.rerun_mode != RerunMode::kDenied) rules[i].reruns = node.rerun_times;
    rules[i].rerun_interval_ms = node.rerun_interval_ms;
  }
  return rules;
}

}  // namespace paisql::nodes
