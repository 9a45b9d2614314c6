// The answers about workflows: the list, one with its graph, its problems and its code.

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/whole_number.h"
#include "console/answers.h"
#include "console/console.h"
#include "console/route.h"
#include "console/workflows/flow_json.h"
#include "console/workflows/flow_request.h"
#include "console/workflows/run_routes.h"
#include "flow/flow_scripts.h"

namespace paisql::console {

namespace {

using nlohmann::json;
using rest::Answer;
using rest::Call;

constexpr int64_t kPage = 50;
constexpr int64_t kMostOfPage = 200;

// The place of a part of the path: those before "workflows" are not in it.
const std::string& IdOf(const Call& call) { return call.path[1]; }

Result<json> FlowList(const Call& call, Console& console) {
  PAISQL_ASSIGN(const FlowBooks::Loan book, SettledBook(console));
  PAISQL_ASSIGN(const std::vector<KnownFlow> flows,
                ListKnownFlows(*book, console.service.options.home_path));
  PAISQL_ASSIGN(const nodes::RunMoment moment, MomentOfCall(call, console));
  const TimeZone zone = ConsoleZone(console);
  const auto most = std::clamp<int64_t>(WholeNumberOr(call.Get("limit"), kPage), 1, kMostOfPage);
  const std::string after = call.Get("after");
  auto begin = after.empty() ? flows.begin() : std::ranges::find(flows, after, &KnownFlow::id);
  if (!after.empty() && begin != flows.end()) ++begin;
  json list = json::array();
  std::string next;
  for (auto one = begin; one != flows.end(); ++one) {
    if (static_cast<int64_t>(list.size()) == most) {
      next = list.back()["id"].get<std::string>();
      break;
    }
    std::vector<nodes::Problem> problems;
    const Result<nodes::Flow> flow = ReadFlowFor(call, *one, problems);
    if (!MaySeeFlows(call, console, GuardOf(*one, flow)).ok()) continue;
    list.push_back(ListedFlowJson(*one, flow, std::move(problems),
                                  ProjectOfFlow(call, *one, flow.ok() ? &*flow : nullptr), moment,
                                  zone));
  }
  return json{{"workflows", std::move(list)}, {"next", next}, {"may_add", call.user.empty()}};
}

Result<json> AddedJson(const Call& call, Console& console) {
  if (!call.user.empty() || call.allowed != nullptr) {
    return Error{CodeOf("ODPS-0130013"),
                 "users of a server reach no folders of its machine",
                 {},
                 "the home's owner adds the folder"};
  }
  PAISQL_ASSIGN(const json body, BodyOf(call));
  const auto folder = body.find("folder");
  if (folder == body.end() || !folder->is_string()) {
    return Error{ErrorCode::kInvalidCommand, "'folder' is missing", {}, "an absolute path"};
  }
  PAISQL_ASSIGN(const std::string id, AddFlowFolder(folder->get<std::string>(), console));
  return json{{"id", id}};
}

Result<json> RemovedJson(const Call& call, Console& console) {
  if (!call.user.empty() || call.allowed != nullptr) {
    return Error{CodeOf("ODPS-0130013"), "only the home's owner changes the list", {}, ""};
  }
  PAISQL_ASSIGN(const FlowBooks::Loan book, console.workflows->books.Borrow());
  PAISQL_ASSIGN(const KnownFlow known,
                FindKnownFlow(IdOf(call), *book, console.service.options.home_path));
  PAISQL_TRY(RemoveFlowFolder(known, console));
  return json::object();
}

Result<json> DetailOf(const Call& call, Console& console) {
  PAISQL_ASSIGN(const OpenedFlow opened, OpenFlow(call, console, IdOf(call)));
  PAISQL_ASSIGN(const nodes::RunMoment moment, MomentOfCall(call, console));
  const bool may_run = MayRunFlows(call, console, opened.guard).ok() &&
                       MayRunFlows(call, console, opened.project).ok();
  json answer = {
      {"id", opened.known.id},
      {"folder", opened.known.folder},
      {"name", opened.known.last.has_value() ? opened.known.last->flow : opened.known.Name()},
      {"project", opened.project},
      {"origin", FlowOriginText(opened.known.origin)},
      {"bizdate", nodes::DayText(moment.bizdate)},
      {"may_run", may_run},
      {"may_read", MayReadFlows(call, console, opened.guard).ok()},
      {"broken", json()}};
  if (!opened.flow.ok()) {
    answer["broken"] = ErrorJson(opened.flow.error(), call);
    return answer;
  }
  const nodes::Plan plan = nodes::MakePlan(*opened.flow, moment, opened.project, nullptr);
  std::vector<nodes::Problem> problems = opened.problems;
  problems.insert(problems.end(), plan.problems.begin(), plan.problems.end());
  answer["name"] = opened.flow->name;
  answer["flow"] = FlowJson(*opened.flow, plan);
  answer["circle"] = plan.graph.order.empty() && !opened.flow->nodes.empty();
  answer["problems"] = ProblemsJson(problems);
  answer["next_ms"] = NextDueMs(*opened.flow, plan.graph, ConsoleZone(console));
  return answer;
}

// As `paisql flow check` does it: the SQL of all nodes is analysed, on a copy of the catalog.
Result<json> CheckOf(const Call& call, Console& console) {
  PAISQL_ASSIGN(const OpenedFlow opened, OpenFlow(call, console, IdOf(call)));
  if (!opened.flow.ok()) return UnreadableFlow(opened.flow.error());
  PAISQL_TRY(MayReadFlows(call, console, opened.guard));
  PAISQL_ASSIGN(const nodes::RunMoment moment, MomentOfCall(call, console));
  session::SessionOptions options = OptionsOf(call, console);
  options.project = opened.project;
  PAISQL_ASSIGN(const std::unique_ptr<flow::FlowChecker> checker,
                flow::FlowChecker::Open(std::move(options)));
  const nodes::Plan plan = nodes::MakePlan(*opened.flow, moment, opened.project, checker.get());
  std::vector<nodes::Problem> problems = opened.problems;
  problems.insert(problems.end(), plan.problems.begin(), plan.problems.end());
  return json{{"problems", ProblemsJson(problems)}, {"nodes", opened.flow->nodes.size()}};
}

struct FoundNode {
  const nodes::Flow* flow = nullptr;
  const nodes::Node* node = nullptr;
  const std::vector<nodes::Resolved>* parameters = nullptr;
};

// "load", or "each/load" of what runs within another node.
FoundNode FindNode(const nodes::Flow& flow, const nodes::Plan& plan, const std::string& name) {
  for (size_t i = 0; i < flow.nodes.size(); ++i) {
    const nodes::Node& node = flow.nodes[i];
    if (node.name == name) return {&flow, &node, &plan.parameters[i]};
    if (!name.starts_with(node.name + "/") || node.control.body == nullptr) continue;
    if (i >= plan.bodies.size() || plan.bodies[i] == nullptr) continue;
    const FoundNode inner =
        FindNode(*node.control.body, *plan.bodies[i], name.substr(node.name.size() + 1));
    if (inner.node != nullptr) return inner;
  }
  return {};
}

Result<json> CodeOfNode(const Call& call, Console& console) {
  PAISQL_ASSIGN(const OpenedFlow opened, OpenFlow(call, console, IdOf(call)));
  if (!opened.flow.ok()) return UnreadableFlow(opened.flow.error());
  PAISQL_TRY(MayReadFlows(call, console, opened.guard));
  PAISQL_ASSIGN(const nodes::RunMoment moment, MomentOfCall(call, console));
  const nodes::Plan plan = nodes::MakePlan(*opened.flow, moment, opened.project, nullptr);
  const std::string name = call.Get("node");
  const FoundNode found = FindNode(*opened.flow, plan, name);
  if (found.node == nullptr) {
    return Error{
        ErrorCode::kJobNotFound, "workflow " + opened.flow->name + " has no node " + name, {}, ""};
  }
  return CodeJson(*found.node, *found.parameters);
}

// One function a row: what it gives is answered, and its error.
template <Result<json> (*tell)(const Call&, Console&)>
Answer TellJson(const Call& call, Console& console) {
  const Result<json> told = tell(call, console);
  return told.ok() ? JsonAnswer(*told) : RefusalOf(told.error(), call);
}

constexpr std::array kWorkflowRows = {
    Route{"GET", "/workflows", TellJson<FlowList>},
    Route{"POST", "/workflows", TellJson<AddedJson>},
    Route{"DELETE", "/workflows/{}", TellJson<RemovedJson>},
    Route{"GET", "/workflows/{}", TellJson<DetailOf>},
    Route{"GET", "/workflows/{}/check", TellJson<CheckOf>},
    Route{"GET", "/workflows/{}/code", TellJson<CodeOfNode>},
    Route{"GET", "/workflows/{}/runs", ListFlowRuns},
    Route{"POST", "/workflows/{}/runs", StartFlowRun},
    Route{"GET", "/workflow-starts/{}", TellFlowStart},
    Route{"GET", "/workflow-runs/{}", TellFlowRun},
    Route{"GET", "/workflow-runs/{}/log", TellNodeLog},
    Route{"POST", "/workflow-runs/{}/stop", StopFlowRun},
};

}  // namespace

std::span<const Route> WorkflowRoutes() { return kWorkflowRows; }

}  // namespace paisql::console
