// `paisql flow run`: the workflow for one day or several.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <thread>
#include <utility>

#include "base/secrets/redact.h"
#include "base/text.h"
#include "flow/confined.h"
#include "flow/day_maker.h"
#include "flow/flow_verbs.h"
#include "flow/report/flow_report.h"
#include "nodes/model/prepared_code.h"
#include "nodes/run/day/run_days.h"
#include "nodes/run/settle_runs.h"
#include "script/resume.h"
#include "script/runner.h"
#include "terminal/interrupts.h"
#include "terminal/terminal.h"

namespace paisql::flow {

namespace {

// The command that goes on where this one has stopped.
std::string ResumeText(const FlowCall& call) {
  std::string line;
  for (const std::string& word : RedactArguments(call.command))
    line += script::ShellQuoted(word) + " ";
  return call.flags.resume ? line.substr(0, line.size() - 1) : line + "--resume";
}

// A worker that opens its engine while the workflow is checked; ended where nothing runs then.
class WorkerAhead {
 public:
  WorkerAhead(const FlowCall& call, const nodes::Flow& flow, store::FlowBook& book,
              const nodes::Programs& programs, const DayMaker& days) {
    const bool scripts = std::ranges::any_of(flow.nodes, [](const nodes::Node& node) {
      return nodes::CodeRuns(node) == nodes::Runs::kSql &&
             node.recurrence == nodes::Recurrence::kNormal;
    });
    if (!scripts || call.flags.dry_run || call.flags.resume) return;
    // A workflow with mistakes makes no project.
    const Result<bool> known = book.HasProject(ToLower(days.Options().project));
    if (!known.ok() || !*known) return;
    Result<nodes::Worker> worker = nodes::Worker::Start(programs);
    if (worker.ok()) worker_ = std::make_unique<nodes::Worker>(*std::move(worker));
  }
  ~WorkerAhead() {
    if (worker_ != nullptr) worker_->End();
  }
  WorkerAhead(const WorkerAhead&) = delete;
  WorkerAhead& operator=(const WorkerAhead&) = delete;

  std::optional<nodes::Worker> Take() {
    const std::unique_ptr<nodes::Worker> taken = std::move(worker_);
    return taken == nullptr ? std::nullopt : std::optional(std::move(*taken));
  }

 private:
  // Not an optional: GCC 12 takes the one for uninitialized when it ends.
  std::unique_ptr<nodes::Worker> worker_;
};

// Nodes in their order, those within others after them.
void AddOrder(const nodes::Flow& flow, const nodes::Plan& plan, const std::vector<bool>& chosen,
              const std::string& prefix, std::vector<std::vector<std::string>>& rows) {
  for (const size_t i : plan.graph.order) {
    if (!chosen[i]) continue;
    std::vector<std::string> behind;
    for (const nodes::Edge& edge : plan.graph.after[i]) {
      behind.push_back(flow.nodes[edge.from].name);
    }
    rows.push_back({std::to_string(rows.size()), prefix + flow.nodes[i].name,
                    std::string(flow.nodes[i].kind->name), Join(behind, ", ")});
    if (plan.bodies[i] == nullptr) continue;
    const nodes::Flow& body = *flow.nodes[i].control.body;
    AddOrder(body, *plan.bodies[i], std::vector<bool>(body.nodes.size(), true),
             prefix + flow.nodes[i].name + "/", rows);
  }
}

int ShowDryRun(const nodes::Flow& flow, const nodes::Plan& plan, const FlowCall& call) {
  const Result<std::vector<bool>> chosen = nodes::Select(flow, plan.graph, call.flags.selection);
  if (!chosen.ok()) return FailFlow(chosen.error(), script::kExitUsage);
  std::string text = ParameterTable(flow, plan, *chosen);
  if (!text.empty()) text += "\n";
  std::vector<std::vector<std::string>> rows = {{"", "node", "kind", "after"}};
  AddOrder(flow, plan, *chosen, "", rows);
  return PrintFlowText(text + Columns(rows));
}

// Nodes that flags name are there; of those within loops the loop.
Status CheckNames(const FlowCall& call, const nodes::Flow& flow, const nodes::Flow& instances) {
  for (const auto* names : {&call.flags.succeeded, &call.flags.frozen}) {
    for (const std::string& name : *names) {
      const std::string node = name.substr(0, name.find('/'));
      if (flow.Find(node).has_value() || instances.Find(node).has_value()) continue;
      std::vector<std::string> known;
      for (const nodes::Node& node : flow.nodes) known.push_back(node.name);
      return Error{ErrorCode::kInvalidCommand,
                   fmt::format("workflow {} has no node {}", flow.name, name),
                   {},
                   DidYouMean(name, known)};
    }
  }
  return Status::Ok();
}

nodes::RunLimits LimitsOf(const FlowCall& call, const nodes::Flow& flow, bool several) {
  nodes::RunLimits limits;
  limits.nodes = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  if (flow.parallel > 0) limits.nodes = flow.parallel;
  if (several) {
    limits.days = std::max(1, call.flags.parallel);
    limits.nodes = std::max(limits.nodes, limits.days);
  } else if (call.flags.parallel > 0) {
    limits.nodes = call.flags.parallel;
  }
  limits.one_day = !several;
  return limits;
}

}  // namespace

int FlowRunVerb(const FlowCall& call) {
  std::vector<nodes::Problem> problems;
  const Result<nodes::Flow> flow = ReadFlowOf(call, problems);
  if (!flow.ok()) return FailFlow(flow.error(), script::kExitUsage);
  if (call.flags.remote && !call.flags.common.user.empty()) {
    std::ranges::move(CheckConfined(*flow), std::back_inserter(problems));
  }
  if (TellProblems(problems) != script::kExitDone) return script::kExitFailed;
  const Result<std::unique_ptr<store::FlowBook>> book = OpenBook(call);
  if (!book.ok()) return FailFlow(book.error(), script::kExitEnvironment);
  if (!(*book)->writable() && !call.flags.dry_run) {
    return FailFlow({ErrorCode::kEnvironment,
                     "home is read-only: " + call.options.home_path,
                     {},
                     "a run is kept in its home: choose another --home"},
                    script::kExitEnvironment);
  }
  DayMaker days(call, *flow, **book);
  nodes::Programs programs = ProgramsOf(call);
  programs.arguments.insert(programs.arguments.end(), {"--project", days.Options().project});
  if (const std::string& user = call.flags.common.user; !user.empty()) {
    programs.arguments.insert(programs.arguments.end(), {"--user", user});
  }
  WorkerAhead ahead(call, *flow, **book, programs, days);
  Result<DayPlan> day = days.PlanOf(days.first());
  if (!day.ok()) return FailFlow(day.error(), script::kExitEnvironment);
  const nodes::Plan& plan = day->plan;
  if (TellProblems(plan.problems) != script::kExitDone) return script::kExitFailed;
  if (call.flags.dry_run) return ShowDryRun(*day->flow, plan, call);
  const Result<std::vector<bool>> chosen =
      nodes::Select(*day->flow, plan.graph, call.flags.selection);
  if (!chosen.ok()) return FailFlow(chosen.error(), script::kExitUsage);
  if (!call.flags.events && !call.flags.quiet) {
    const std::string table = ParameterTable(*day->flow, plan, *chosen);
    if (!table.empty()) terminal::PrintLine(table.substr(0, table.size() - 1));
  }
  if (const Status named = CheckNames(call, *flow, *day->flow); !named.ok()) {
    return FailFlow(named.error(), script::kExitUsage);
  }
  days.UseFirst(*std::move(day));

  const Result<Bell> bell = Bell::Make();
  if (!bell.ok()) return FailFlow(bell.error(), script::kExitEnvironment);
  const Result<std::vector<store::FlowRun>> settled = nodes::SettleRuns(**book);
  if (!settled.ok()) return FailFlow(settled.error(), script::kExitEnvironment);
  FlowReportStyle style{call.flags.events, call.flags.quiet, call.flags.explain, ProgramText(call),
                        ResumeText(call)};
  std::unique_ptr<nodes::RunObserver> reporter = MakeFlowReporter(std::move(style));
  if (!call.flags.events && !call.flags.quiet && terminal::HasCursor(STDERR_FILENO)) {
    reporter = MakeLiveReporter(std::move(reporter), days.several());
  }
  const terminal::InterruptWatcher watcher([&] { bell->Ring(); });
  const Result<nodes::DaysEnd> end =
      nodes::RunDays([&] { return days.Next(); }, LimitsOf(call, *flow, days.several()), programs,
                     *bell, *reporter, ahead.Take());
  if (!end.ok()) {
    const bool refused = end.error().code != ErrorCode::kEnvironment;
    return FailFlow(end.error(), refused ? script::kExitFailed : script::kExitEnvironment);
  }
  if (end->interrupted) return terminal::InterruptStatus();
  return end->failed == 0 ? script::kExitDone : script::kExitFailed;
}

}  // namespace paisql::flow
