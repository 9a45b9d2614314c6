#include "nodes/run/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "nodes/model/tables.h"

namespace paisql::nodes {

namespace {

std::string TimeText(int64_t seconds) {
  const int64_t day = seconds / variables::kSecondsOfDay;
  const int64_t rest = seconds % variables::kSecondsOfDay;
  constexpr int kHour = 3600;
  constexpr int kMinute = 60;
  return fmt::format("{}{:02}{:02}{:02}", DayText(day), rest / kHour, rest % kHour / kMinute,
                     rest % kMinute);
}

// The platform replaces ${bizdate} only where a parameter says so.
void WarnOfBizdate(const Node& node, const std::vector<Resolved>& parameters, Plan& plan) {
  const bool given = std::ranges::any_of(
      parameters, [](const Resolved& parameter) { return parameter.name == "bizdate"; });
  const size_t at = node.code.find("${bizdate}");
  if (given || at == std::string::npos) return;
  const auto begin = node.code.begin();
  const auto here = begin + static_cast<std::ptrdiff_t>(at);
  const auto line = std::count(begin, here, '\n') + 1;
  const size_t start = node.code.rfind('\n', at);
  const size_t column = start == std::string::npos ? at + 1 : at - start;
  plan.problems.push_back({false,
                           {node.path, static_cast<int>(line), static_cast<int>(column)},
                           "",
                           "no parameter is called bizdate: here it is the business date, the "
                           "platform leaves ${bizdate} as it is",
                           "parameters: {bizdate: $bizdate}"});
}

void CheckKind(const Node& node, Plan& plan) {
  if (node.kind == nullptr || node.kind->runs != Runs::kNowhere) return;
  plan.problems.push_back({true, node.place, "",
                           fmt::format("node {} is of kind {} ({}), which does not run here",
                                       node.name, node.kind->name, node.kind->what),
                           "recurrence: Skip lets it succeed without running"});
}

}  // namespace

bool Plan::has_errors() const {
  return std::ranges::any_of(problems, [](const Problem& problem) { return problem.error; });
}

SqlScript ScriptOf(const Flow& flow, const Node& node, const RunMoment& moment,
                   const std::vector<Resolved>& parameters) {
  const variables::Schedule schedule = ScheduleOf(flow, node, moment);
  return {node.path, node.code, VariablesOf(parameters), DayText(schedule.bizdate),
          TimeText(schedule.cyctime)};
}

Plan MakePlan(const Flow& flow, const RunMoment& moment, const std::string& project,
              SqlChecker* checker) {
  Plan plan;
  plan.flows.resize(flow.nodes.size());
  const std::string& current = flow.project.empty() ? project : flow.project;
  std::vector<NodeTables> tables(flow.nodes.size());
  for (size_t i = 0; i < flow.nodes.size(); ++i) {
    const Node& node = flow.nodes[i];
    plan.parameters.push_back(ResolveParameters(flow, node, moment, plan.problems));
    if (node.recurrence != Recurrence::kSkip) CheckKind(node, plan);
    if (node.kind == nullptr || node.kind->runs != Runs::kSql) continue;
    WarnOfBizdate(node, plan.parameters[i], plan);
    const Result<std::string> code = SubstitutedCode(flow, node, moment, plan.parameters[i]);
    if (code.ok()) tables[i] = FindNodeTables(*code, current);
  }
  plan.graph = LinkNodes(flow, tables, current, plan.problems);
  if (checker == nullptr) return plan;
  for (const size_t i : plan.graph.order) {
    const Node& node = flow.nodes[i];
    if (node.kind == nullptr || node.kind->runs != Runs::kSql) continue;
    SqlCheck check = checker->Check(ScriptOf(flow, node, moment, plan.parameters[i]));
    plan.flows[i] = std::move(check.flows);
    std::ranges::move(check.problems, std::back_inserter(plan.problems));
  }
  return plan;
}

}  // namespace paisql::nodes
