// `paisql flow run`: the workflow for one day or several.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <list>
#include <thread>
#include <utility>

#include "base/display/amounts.h"
#include "base/redact.h"
#include "base/text.h"
#include "nodes/run/run_days.h"
#include "nodes/run/settle_runs.h"
#include "shell/flow/flow_report.h"
#include "shell/flow/flow_scripts.h"
#include "shell/flow/flow_verbs.h"
#include "shell/flow/live_report.h"
#include "shell/interrupts.h"
#include "shell/script/resume.h"
#include "shell/script/runner.h"
#include "shell/terminal/terminal.h"

namespace paisql::shell {

namespace {

// The command that goes on where this one has stopped.
std::string ResumeText(const FlowCall& call) {
  std::string line;
  for (const std::string& word : RedactArguments(call.command)) line += ShellQuoted(word) + " ";
  return call.flags.resume ? line.substr(0, line.size() - 1) : line + "--resume";
}

nodes::Programs ProgramsOf(const FlowCall& call) {
  const training::Installation& installation = call.options.installation;
  nodes::Programs programs;
  programs.self = installation.program;
  programs.python = installation.python;
  programs.python_folder = installation.python_folder;
  const Flags& common = call.flags.common;
  programs.arguments = {"--home", call.options.home_path};
  if (!common.config.empty()) {
    programs.arguments.insert(programs.arguments.end(), {"--config", common.config});
  }
  return programs;
}

int TellProblems(const std::vector<nodes::Problem>& problems) {
  size_t errors = 0;
  for (const nodes::Problem& problem : problems) {
    const std::string text = problem.ToString();
    PrintLine(text.substr(0, text.size() - 1));
    if (problem.error) ++errors;
  }
  if (errors > 0) PrintLine(Counted(errors, "error") + ": nothing has run");
  return errors == 0 ? kExitDone : kExitFailed;
}

// The runs of the days that are asked for, made one by one: what a day did counts for the next.
class DayMaker {
 public:
  DayMaker(const FlowCall& call, const nodes::Flow& flow, store::FlowBook& book)
      : call_(call), flow_(flow), book_(book) {
    const nodes::RunMoment moment = MomentOf(call);
    first_ = moment.bizdate;
    last_ = moment.bizdate;
    if (!call.flags.backfill_first.empty()) {
      first_ = *variables::ReadBizdate(call.flags.backfill_first);
      last_ = *variables::ReadBizdate(call.flags.backfill_last);
    }
    day_ = first_;
  }

  // All of a day that is known without running it.
  Result<nodes::Plan> PlanOf(int64_t day) {
    std::unique_ptr<FlowChecker> checker;
    if (call_.flags.check) {
      PAISQL_ASSIGN(checker, FlowChecker::Open(Options()));
    }
    nodes::RunMoment moment = MomentOf(call_);
    moment.bizdate = day;
    return nodes::MakePlan(flow_, moment, Options().project, checker.get());
  }

  Result<std::optional<nodes::DayRun>> Next() {
    if (day_ > last_) return std::optional<nodes::DayRun>();
    nodes::Plan plan;
    if (first_plan_.has_value()) {
      plan = *std::move(first_plan_);
      first_plan_.reset();
    } else {
      PAISQL_ASSIGN(plan, PlanOf(day_));
      if (plan.has_errors()) {
        TellProblems(plan.problems);
        return Error{ErrorCode::kSemantic,
                     fmt::format("business date {} cannot run", nodes::DayText(day_)),
                     {},
                     ""};
      }
    }
    requests_.push_back(RequestOf(day_));
    ++day_;
    PAISQL_ASSIGN(nodes::DayRun run,
                  nodes::DayRun::Make(flow_, requests_.back(), std::move(plan), book_));
    return std::optional<nodes::DayRun>(std::move(run));
  }

  void UseFirst(nodes::Plan plan) { first_plan_ = std::move(plan); }
  int64_t first() const { return first_; }
  bool several() const { return last_ > first_; }

  session::SessionOptions Options() const {
    session::SessionOptions options = call_.options;
    if (!flow_.project.empty() && call_.flags.common.project.empty()) {
      options.project = flow_.project;
    }
    return options;
  }

 private:
  nodes::RunRequest RequestOf(int64_t day) const {
    nodes::RunRequest request;
    request.moment = MomentOf(call_);
    request.moment.bizdate = day;
    request.selection = call_.flags.selection;
    request.resume = call_.flags.resume;
    request.beside_others = call_.flags.beside;
    request.succeeded.insert(call_.flags.succeeded.begin(), call_.flags.succeeded.end());
    request.frozen.insert(call_.flags.frozen.begin(), call_.flags.frozen.end());
    request.project = Options().project;
    request.home = call_.options.home_path;
    std::string command;
    for (const std::string& word : RedactArguments(call_.command)) {
      command += (command.empty() ? "" : " ") + ShellQuoted(word);
    }
    request.command = std::move(command);
    request.programs = ProgramsOf(call_);
    return request;
  }

  const FlowCall& call_;
  const nodes::Flow& flow_;
  store::FlowBook& book_;
  int64_t first_ = 0;
  int64_t last_ = 0;
  int64_t day_ = 0;
  std::optional<nodes::Plan> first_plan_;
  std::list<nodes::RunRequest> requests_;  // their addresses stay
};

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
    if (worker.ok()) worker_ = *std::move(worker);
  }
  ~WorkerAhead() {
    if (worker_.has_value()) worker_->End();
  }
  WorkerAhead(const WorkerAhead&) = delete;
  WorkerAhead& operator=(const WorkerAhead&) = delete;

  std::optional<nodes::Worker> Take() { return std::exchange(worker_, std::nullopt); }

 private:
  std::optional<nodes::Worker> worker_;
};

// Nodes in their order, those within others behind them.
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
  if (!chosen.ok()) return FailFlow(chosen.error(), kExitUsage);
  std::string text = ParameterTable(flow, plan, *chosen);
  if (!text.empty()) text += "\n";
  std::vector<std::vector<std::string>> rows = {{"", "node", "kind", "behind"}};
  AddOrder(flow, plan, *chosen, "", rows);
  return PrintFlowText(text + Columns(rows));
}

// Nodes that flags name are there; of those within loops the loop.
Status CheckNames(const FlowCall& call, const nodes::Flow& flow) {
  for (const auto* names : {&call.flags.succeeded, &call.flags.frozen}) {
    for (const std::string& name : *names) {
      if (flow.Find(name.substr(0, name.find('/'))).has_value()) continue;
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
  if (!flow.ok()) return FailFlow(flow.error(), kExitUsage);
  if (TellProblems(problems) != kExitDone) return kExitFailed;
  const Result<std::unique_ptr<store::FlowBook>> book = OpenBook(call);
  if (!book.ok()) return FailFlow(book.error(), kExitEnvironment);
  if (!(*book)->writable() && !call.flags.dry_run) {
    return FailFlow({ErrorCode::kEnvironment,
                     "home is read-only: " + call.options.home_path,
                     {},
                     "a run is kept in its home: choose another --home"},
                    kExitEnvironment);
  }
  DayMaker days(call, *flow, **book);
  nodes::Programs programs = ProgramsOf(call);
  programs.arguments.insert(programs.arguments.end(), {"--project", days.Options().project});
  WorkerAhead ahead(call, *flow, **book, programs, days);
  Result<nodes::Plan> plan = days.PlanOf(days.first());
  if (!plan.ok()) return FailFlow(plan.error(), kExitEnvironment);
  if (TellProblems(plan->problems) != kExitDone) return kExitFailed;
  if (call.flags.dry_run) return ShowDryRun(*flow, *plan, call);
  const Result<std::vector<bool>> chosen = nodes::Select(*flow, plan->graph, call.flags.selection);
  if (!chosen.ok()) return FailFlow(chosen.error(), kExitUsage);
  if (!call.flags.events && !call.flags.quiet) {
    const std::string table = ParameterTable(*flow, *plan, *chosen);
    if (!table.empty()) PrintLine(table.substr(0, table.size() - 1));
  }
  if (const Status named = CheckNames(call, *flow); !named.ok()) {
    return FailFlow(named.error(), kExitUsage);
  }
  days.UseFirst(*std::move(plan));

  const Result<Bell> bell = Bell::Make();
  if (!bell.ok()) return FailFlow(bell.error(), kExitEnvironment);
  const Result<std::vector<store::FlowRun>> settled = nodes::SettleRuns(**book);
  if (!settled.ok()) return FailFlow(settled.error(), kExitEnvironment);
  FlowReportStyle style{call.flags.events, call.flags.quiet, call.flags.explain, ProgramText(call),
                        ResumeText(call)};
  std::unique_ptr<nodes::RunObserver> reporter = MakeFlowReporter(std::move(style));
  if (!call.flags.events && !call.flags.quiet && HasCursor(STDERR_FILENO)) {
    reporter = MakeLiveReporter(std::move(reporter), days.several());
  }
  const InterruptWatcher watcher([&] { bell->Ring(); });
  const Result<nodes::DaysEnd> end =
      nodes::RunDays([&] { return days.Next(); }, LimitsOf(call, *flow, days.several()), programs,
                     *bell, *reporter, ahead.Take());
  if (!end.ok()) {
    const bool refused = end.error().code != ErrorCode::kEnvironment;
    return FailFlow(end.error(), refused ? kExitFailed : kExitEnvironment);
  }
  if (end->interrupted) return InterruptStatus();
  return end->failed == 0 ? kExitDone : kExitFailed;
}

}  // namespace paisql::shell
