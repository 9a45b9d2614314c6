// Merges: how what they wait for has ended.

#include <fmt/format.h>

#include "nodes/model/logic.h"
#include "nodes/run/day/day_run.h"

namespace paisql::nodes {

namespace {

std::string_view EndName(int end) {
  return end == 1 ? "success" : end == 2 ? "not run" : "failure";
}

}  // namespace

Status DayRun::Judge(const Level& level, size_t i) const {
  const Control& control = level.node(i).control;
  std::string wrong;
  std::map<std::string_view, bool> good;
  bool all = true;
  for (size_t k = 0; k < control.merges.size(); ++k) {
    const MergeArm& arm = control.merges[k];
    const int end = level.EndOf(level.plan->graph.merged[i][k]);
    const bool holds =
        (end == 1 && arm.success) || (end == 2 && arm.not_run) || (end == 3 && arm.failure);
    // All instances of one node must hold.
    const auto [known, is_new] = good.emplace(arm.name, holds);
    if (!is_new) known->second = known->second && holds;
    all = all && holds;
    if (!holds) wrong += fmt::format("{}{}: {}", wrong.empty() ? "" : ", ", arm.name, EndName(end));
  }
  if (!control.logic.empty()) {
    PAISQL_ASSIGN(all, JudgeLogic(control.logic, [&](std::string_view name) -> std::optional<bool> {
                    const auto found = good.find(name);
                    return found == good.end() ? std::nullopt : std::optional(found->second);
                  }));
  }
  if (all) return Status::Ok();
  return Error{ErrorCode::kSemantic,
               fmt::format("the merge does not hold{}{}", wrong.empty() ? "" : ": ", wrong),
               {},
               ""};
}

}  // namespace paisql::nodes
