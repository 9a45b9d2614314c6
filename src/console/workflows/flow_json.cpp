#include "console/workflows/flow_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/secrets/redact.h"
#include "base/system/clock.h"
#include "base/text.h"
#include "nodes/run/node_files.h"
#include "nodes/schedule/timetable.h"

namespace paisql::console {

namespace {

using nlohmann::json;

std::string_view RecurrenceText(nodes::Recurrence recurrence) {
  switch (recurrence) {
    case nodes::Recurrence::kNormal:
      return "Normal";
    case nodes::Recurrence::kPause:
      return "Pause";
    case nodes::Recurrence::kSkip:
      return "Skip";
  }
  return "";
}

json ParametersJson(const std::vector<nodes::Resolved>& parameters) {
  json list = json::array();
  for (const nodes::Resolved& one : parameters) {
    const std::string value =
        nodes::WithoutSecrets(RedactValue(one.name, one.value), nodes::SecretValues({one}));
    list.push_back({{"name", one.name},
                    {"expression", RedactValue(one.name, one.expression)},
                    {"value", one.known ? json(value) : json()},
                    {"source", one.source}});
  }
  return list;
}

// `plan` may know less than the flow has, where the flow has mistakes.
json NodeJson(const nodes::Flow& flow, const nodes::Plan& plan, size_t i) {
  const nodes::Node& node = flow.nodes[i];
  json after = json::array();
  if (i < plan.graph.after.size()) {
    for (const nodes::Edge& edge : plan.graph.after[i]) {
      after.push_back({{"node", flow.nodes[edge.from].name}, {"reason", edge.reason}});
    }
  }
  json made = {
      {"name", node.name},
      {"kind", node.kind == nullptr ? node.unknown_kind.name : std::string(node.kind->name)},
      {"what", node.kind == nullptr ? "" : std::string(node.kind->what)},
      {"file", node.path},
      {"line", node.place.line},
      {"description", node.description},
      {"tags", node.tags},
      {"cron", node.cron},
      {"recurrence", RecurrenceText(node.recurrence)},
      {"rerun_times", node.rerun_times},
      {"timeout_ms", node.timeout_ms},
      {"priority", node.priority},
      {"after", std::move(after)},
      {"nodes", json::array()}};
  if (node.control.body != nullptr && i < plan.bodies.size() && plan.bodies[i] != nullptr) {
    const nodes::Flow& body = *node.control.body;
    for (size_t k = 0; k < body.nodes.size(); ++k) {
      made["nodes"].push_back(NodeJson(body, *plan.bodies[i], k));
    }
  }
  return made;
}

}  // namespace

json RunJson(const store::FlowRun& run) {
  return {{"run", run.id},
          {"flow", run.flow},
          {"flow_id", FlowIdOf(run.folder)},
          {"folder", run.folder},
          {"project", run.project},
          {"bizdate", run.bizdate},
          {"state", run.state},
          {"message", run.message},
          {"command", run.command},
          {"started_ms", run.started_ms},
          {"ended_ms", run.ended_ms}};
}

json NodesJson(const std::vector<store::FlowNode>& nodes) {
  json list = json::array();
  for (const store::FlowNode& node : nodes) {
    list.push_back({{"name", node.name},
                    {"kind", node.kind},
                    {"state", node.state},
                    {"message", node.message},
                    {"attempts", node.attempts},
                    {"started_ms", node.started_ms},
                    {"ended_ms", node.ended_ms}});
  }
  return list;
}

json ProblemsJson(const std::vector<nodes::Problem>& problems) {
  json list = json::array();
  for (const nodes::Problem& problem : problems) {
    list.push_back({{"file", problem.place.file},
                    {"line", problem.place.line},
                    {"column", problem.place.column},
                    {"severity", problem.error ? "error" : "warning"},
                    {"code", problem.code},
                    {"message", problem.message},
                    {"cure", problem.hint}});
  }
  return list;
}

json FlowJson(const nodes::Flow& flow, const nodes::Plan& plan) {
  json made = {{"name", flow.name},       {"folder", flow.folder},      {"file", flow.file},
               {"project", flow.project}, {"cron", flow.cron},          {"parallel", flow.parallel},
               {"nodes", json::array()},  {"parameters", json::array()}};
  for (size_t i = 0; i < flow.nodes.size(); ++i) made["nodes"].push_back(NodeJson(flow, plan, i));
  for (const nodes::Parameter& one : flow.parameters) {
    made["parameters"].push_back(
        {{"name", one.name}, {"expression", RedactValue(one.name, one.expression)}});
  }
  return made;
}

json CodeJson(const nodes::Node& node, const std::vector<nodes::Resolved>& parameters) {
  return {{"node", node.name},
          {"kind", node.kind == nullptr ? node.unknown_kind.name : std::string(node.kind->name)},
          {"what", node.kind == nullptr ? "" : std::string(node.kind->what)},
          {"file", node.path},
          {"code", node.code},
          {"parameters", ParametersJson(parameters)}};
}

int64_t NextDueMs(const nodes::Flow& flow, const nodes::Graph& graph, const TimeZone& zone) {
  constexpr int64_t kMs = 1000;
  if (graph.order.empty()) return 0;
  const std::optional<int64_t> next =
      nodes::NextDue(nodes::SchedulesOf(flow, graph), zone, {.time = NowMs() / kMs});
  return next.has_value() ? *next * kMs : 0;
}

json ListedFlowJson(const KnownFlow& known, const Result<nodes::Flow>& flow,
                    std::vector<nodes::Problem> problems, const std::string& project,
                    const nodes::RunMoment& moment, const TimeZone& zone) {
  json made = {{"id", known.id},
               {"folder", known.folder},
               {"name", known.last.has_value() ? known.last->flow : known.Name()},
               {"project", project},
               {"origin", FlowOriginText(known.origin)},
               {"broken", ""},
               {"nodes", 0},
               {"errors", 0},
               {"cron", ""},
               {"next_ms", 0},
               {"last_run", known.last.has_value() ? RunJson(*known.last) : json()}};
  if (!flow.ok()) {
    made["broken"] = flow.error().ToString();
    return made;
  }
  const nodes::Plan plan = nodes::MakePlan(*flow, moment, project, nullptr);
  problems.insert(problems.end(), plan.problems.begin(), plan.problems.end());
  made["name"] = flow->name;
  if (!flow->project.empty()) made["project"] = flow->project;
  made["nodes"] = flow->nodes.size();
  made["errors"] = std::ranges::count_if(problems, &nodes::Problem::error);
  made["cron"] = flow->cron;
  made["next_ms"] = NextDueMs(*flow, plan.graph, zone);
  return made;
}

std::vector<std::string> InstancesInLog(const std::string& log) {
  constexpr std::string_view kSays = "ID = ";  // of a statement that has begun a job
  std::vector<std::string> ids;
  // The last line may have lost its end.
  const std::string whole = log.substr(0, log.rfind('\n') + 1);
  for (const std::string& line : Split(whole, '\n')) {
    if (!line.starts_with(kSays)) continue;
    const std::string id = line.substr(kSays.size());
    const bool plain = !id.empty() && std::ranges::all_of(id, [](char c) {
      return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '_';
    });
    if (plain && std::ranges::find(ids, id) == ids.end()) ids.push_back(id);
  }
  return ids;
}

}  // namespace paisql::console
