#include "nodes/run/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "nodes/code/code_text.h"
#include "nodes/model/prepared_code.h"

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
  // Neither runs; an unknown kind is told where it is read.
  if (node.recurrence != Recurrence::kNormal || node.kind == &UnknownKind()) return;
  std::string hint(node.kind->instead);
  if (!hint.empty()) hint += "; ";
  plan.problems.push_back({true, node.place, "",
                           fmt::format("node {} is of kind {} ({}), which does not run here",
                                       node.name, node.kind->name, node.kind->what),
                           hint + "recurrence: Skip lets it succeed without running"});
}

class Planner {
 public:
  Planner(const Flow& flow, const RunMoment& moment, const std::string& project,
          SqlChecker* checker)
      : flow_(flow),
        moment_(moment),
        project_(flow.project.empty() ? project : flow.project),
        checker_(checker),
        tables_(flow.nodes.size()),
        inputs_(flow.nodes.size()) {
    moment_.project = project_;
  }

  Plan Make(const Graph* graph) {
    plan_.flows.resize(flow_.nodes.size());
    plan_.bodies.resize(flow_.nodes.size());
    for (size_t i = 0; i < flow_.nodes.size(); ++i) LookAtNode(i);
    plan_.graph = graph != nullptr ? *graph : LinkNodes(flow_, tables_, project_, plan_.problems);
    CheckInputs();
    for (const size_t i : plan_.graph.order) {
      const Node& node = flow_.nodes[i];
      const size_t before = plan_.problems.size();
      if (node.control.body != nullptr) {
        PlanBody(i);
      } else if (checker_ != nullptr && CodeRuns(node) == Runs::kSql) {
        CheckSql(i);
        // The tables that its code would make are not known then.
        if (StopsNobody(node, before)) checker_->NoteOtherCode();
      } else if (checker_ != nullptr && CodeRuns(node) != Runs::kNothing) {
        checker_->NoteOtherCode();
      }
      (void)StopsNobody(node, before);
    }
    return std::move(plan_);
  }

 private:
  // Makes warnings of the errors from this one on where the node does not run; whether there were
  // some.
  bool StopsNobody(const Node& node, size_t before) {
    if (node.recurrence == Recurrence::kNormal) return false;
    bool any = false;
    for (size_t k = before; k < plan_.problems.size(); ++k) {
      any = any || plan_.problems[k].error;
      plan_.problems[k].error = false;
    }
    return any;
  }

  void LookAtNode(size_t i) {
    const Node& node = flow_.nodes[i];
    for (const Input& input : node.inputs) inputs_[i].emplace(input.name, Given::Unknown());
    const size_t before = plan_.problems.size();
    plan_.parameters.push_back(ResolveParameters(flow_, node, moment_, inputs_[i], plan_.problems));
    (void)StopsNobody(node, before);
    CheckKind(node, plan_);
    if (node.control.body != nullptr) {
      tables_[i] = TablesWithin(node, plan_.parameters[i]);
    } else if (CodeRuns(node) == Runs::kSql) {
      if (node.kind->runs != Runs::kResource) {
        WarnOfBizdate(node, plan_.parameters[i], plan_);
        WarnOfSettings(i);
      }
      const Result<std::string> code =
          PreparedCode(flow_, node, moment_, inputs_[i], plan_.parameters[i]);
      if (!code.ok()) return;
      const Result<std::string> text =
          SubstitutedText(flow_, node, moment_, inputs_[i], plan_.parameters[i], *code);
      if (text.ok()) tables_[i] = FindNodeTables(*text, project_);
    }
  }

  void WarnOfSettings(size_t i) {
    if (flow_.settings_first) return;
    const Node& node = flow_.nodes[i];
    std::optional<Place> late = FindLateSetting(node.code, node.path);
    if (!late.has_value()) return;
    plan_.problems.push_back({false, *std::move(late), "",
                              "the platform's scheduler runs this where it stands, as here, and "
                              "its editor before everything else",
                              "at the begin of the code both are the same; `set-order: editor` in "
                              "flow.yaml runs it first here, too"});
  }

  // All tables of the nodes within; what is made there is nothing to wait for.
  NodeTables TablesWithin(const Node& node, const std::vector<Resolved>& parameters) const {
    const Flow& body = *node.control.body;
    Planner inner(body, WithinLoop(node, parameters), project_, nullptr);
    NodeTables all;
    for (size_t i = 0; i < body.nodes.size(); ++i) {
      inner.LookAtNode(i);
      all.makes.merge(inner.tables_[i].makes);
      all.writes.merge(inner.tables_[i].writes);
      all.reads.merge(inner.tables_[i].reads);
      all.objects_read.merge(inner.tables_[i].objects_read);
      all.objects_written.merge(inner.tables_[i].objects_written);
    }
    return all;
  }

  RunMoment WithinLoop(const Node& node, std::vector<Resolved> parameters) const {
    RunMoment inner = InnerMoment(flow_, node, moment_, std::move(parameters));
    if (node.kind != nullptr && node.kind->runs != Runs::kWorkflow) {
      inner.givens = UnknownOfLoops();
    }
    return inner;
  }

  void PlanBody(size_t i) {
    const Node& node = flow_.nodes[i];
    Plan body =
        MakePlan(*node.control.body, WithinLoop(node, plan_.parameters[i]), project_, checker_);
    std::ranges::move(body.problems, std::back_inserter(plan_.problems));
    body.problems.clear();
    for (const auto& flows : body.flows) {
      plan_.flows[i].insert(plan_.flows[i].end(), flows.begin(), flows.end());
    }
    plan_.bodies[i] = std::make_shared<const Plan>(std::move(body));
  }

  // A text that only the run knows cannot be analysed: it reads and writes what its words say.
  void CheckSql(size_t i) {
    const Node& node = flow_.nodes[i];
    Result<std::string> code = PreparedCode(flow_, node, moment_, inputs_[i], plan_.parameters[i]);
    if (!code.ok()) {
      plan_.problems.push_back(
          {true, {node.path, 0, 0}, "", code.error().detail, code.error().hint});
      return;
    }
    if (NamesUnknown(node.code, moment_, inputs_[i], plan_.parameters[i])) {
      plan_.flows[i].push_back(FlowOfTables(tables_[i]));
      return;
    }
    SqlCheck check =
        checker_->Check(ScriptOf(flow_, node, moment_, plan_.parameters[i], *std::move(code)));
    plan_.flows[i] = std::move(check.flows);
    if (!check.whole) AddUnseenTables(i);
    std::ranges::move(check.problems, std::back_inserter(plan_.problems));
  }

  // Tables that the text names, and that no analysed statement does: what only the run makes cannot
  // be analysed before, and still counts for --resume.
  void AddUnseenTables(size_t i) {
    NodeTables unseen = tables_[i];
    for (const session::DataFlow& flow : plan_.flows[i]) {
      for (const session::FlowTable& table : flow.reads) unseen.reads.erase(ToLower(table.name));
      for (const session::FlowTable& table : flow.writes) unseen.writes.erase(ToLower(table.name));
      // Views are seen through.
      if (!flow.views.empty()) unseen.reads.clear();
    }
    if (!unseen.reads.empty() || !unseen.writes.empty()) {
      plan_.flows[i].push_back(FlowOfTables(unseen));
    }
  }

  static session::DataFlow FlowOfTables(const NodeTables& tables) {
    session::DataFlow flow;
    for (const std::string& table : tables.reads) flow.reads.push_back({table, ""});
    for (const std::string& table : tables.writes) flow.writes.push_back({table, ""});
    return flow;
  }

  // Only what gives something can be asked for it.
  void CheckInputs() {
    for (size_t i = 0; i < flow_.nodes.size(); ++i) {
      const Node& node = flow_.nodes[i];
      for (size_t k = 0; k < node.inputs.size() && k < plan_.graph.sources[i].size(); ++k) {
        const Input& input = node.inputs[k];
        if (!plan_.graph.sources[i][k].has_value()) continue;
        const Node& from = flow_.nodes[*plan_.graph.sources[i][k]];
        std::vector<std::string> names;
        for (const Parameter& gives : from.gives) names.push_back(gives.name);
        if (from.kind != nullptr && from.kind->runs == Runs::kAssignment) {
          names.emplace_back(kAssigned);
        }
        if (std::ranges::find(names, input.variable) != names.end()) continue;
        plan_.problems.push_back(
            {true, input.from.place, "",
             fmt::format("node {} gives no {} to {}", from.name, input.variable, node.name),
             names.empty() ? "`gives` of it says what it gives; an assignment gives `outputs`"
                           : "it gives " + Join(names, ", ")});
      }
    }
  }

  const Flow& flow_;
  RunMoment moment_;
  std::string project_;
  SqlChecker* checker_;
  Plan plan_;
  std::vector<NodeTables> tables_;
  std::vector<Givens> inputs_;
};

}  // namespace

bool Plan::has_errors() const {
  return std::ranges::any_of(problems, [](const Problem& problem) { return problem.error; });
}

SqlScript ScriptOf(const Flow& flow, const Node& node, const RunMoment& moment,
                   const std::vector<Resolved>& parameters, std::string code) {
  const variables::Schedule schedule = ScheduleOf(flow, node, moment);
  return {node.path,
          std::move(code),
          VariablesOf(parameters),
          DayText(schedule.bizdate),
          TimeText(schedule.cyctime),
          node.priority,
          moment.project,
          "",
          node.kind->name == "ODPS_SCRIPT"};
}

RunMoment InnerMoment(const Flow& flow, const Node& node, const RunMoment& moment,
                      std::vector<Resolved> parameters) {
  RunMoment inner = moment;
  inner.cyctime = ScheduleOf(flow, node, moment).cyctime;
  inner.givens.clear();
  const Flow* body = node.control.body.get();
  if (body != nullptr && !body->project.empty()) inner.project = body->project;
  inner.outer = std::move(parameters);
  for (Resolved& one : inner.outer) {
    if (one.source == "node") one.source = node.name;
  }
  return inner;
}

Plan MakePlan(const Flow& flow, const RunMoment& moment, const std::string& project,
              SqlChecker* checker, const Graph* graph) {
  return Planner(flow, moment, project, checker).Make(graph);
}

}  // namespace paisql::nodes
