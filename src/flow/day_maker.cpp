#include "flow/day_maker.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/display/amounts.h"
#include "base/secrets/redact.h"
#include "base/text.h"
#include "flow/flow_scripts.h"
#include "script/resume.h"
#include "script/runner.h"
#include "terminal/terminal.h"

namespace paisql::flow {

namespace {

// Instances of one node have the same to say.
void TellOnce(std::vector<nodes::Problem>& problems) {
  std::set<std::string> told;
  std::erase_if(problems, [&](const nodes::Problem& problem) {
    return !told.insert(problem.ToString()).second;
  });
}

}  // namespace

int TellProblems(const std::vector<nodes::Problem>& problems) {
  size_t errors = 0;
  for (const nodes::Problem& problem : problems) {
    const std::string text = problem.ToString();
    terminal::PrintLine(text.substr(0, text.size() - 1));
    if (problem.error) ++errors;
  }
  if (errors > 0) terminal::PrintLine(Counted(errors, "error") + ": nothing has run");
  return errors == 0 ? script::kExitDone : script::kExitFailed;
}

nodes::Programs ProgramsOf(const FlowCall& call) {
  const jobs::Installation& installation = call.options.installation;
  nodes::Programs programs;
  programs.self = installation.program;
  programs.python = installation.python;
  programs.python_folder = installation.python_folder;
  const script::Flags& common = call.flags.common;
  programs.arguments = {"--home", call.options.home_path};
  if (!common.config.empty()) {
    programs.arguments.insert(programs.arguments.end(), {"--config", common.config});
  }
  if (call.flags.remote) programs.arguments.emplace_back("--remote");
  return programs;
}

DayMaker::DayMaker(const FlowCall& call, const nodes::Flow& flow, store::FlowBook& book)
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

Result<DayPlan> DayMaker::PlanOf(int64_t day) {
  std::unique_ptr<FlowChecker> checker;
  if (call_.flags.check) {
    PAISQL_ASSIGN(checker, FlowChecker::Open(Options()));
  }
  nodes::RunMoment moment = MomentOf(call_);
  moment.bizdate = day;
  const std::string project = Options().project;
  if (nodes::MayHaveCycles(flow_)) {
    const nodes::Graph graph = nodes::MakePlan(flow_, moment, project, nullptr).graph;
    std::optional<nodes::Cycles> cycles = nodes::ExpandCycles(flow_, graph, moment);
    if (cycles.has_value()) {
      const nodes::Cycles& kept = cycles_.emplace_back(*std::move(cycles));
      DayPlan made = {&kept.flow,
                      nodes::MakePlan(kept.flow, moment, project, checker.get(), &kept.graph)};
      TellOnce(made.plan.problems);
      return made;
    }
  }
  return DayPlan{&flow_, nodes::MakePlan(flow_, moment, project, checker.get())};
}

Result<std::optional<nodes::DayRun>> DayMaker::Next() {
  if (day_ > last_) return std::optional<nodes::DayRun>();
  DayPlan made;
  if (first_plan_.has_value()) {
    made = *std::move(first_plan_);
    first_plan_.reset();
  } else {
    PAISQL_ASSIGN(made, PlanOf(day_));
    if (made.plan.has_errors()) {
      TellProblems(made.plan.problems);
      return Error{ErrorCode::kSemantic,
                   fmt::format("business date {} cannot run", nodes::DayText(day_)),
                   {},
                   ""};
    }
  }
  requests_.push_back(RequestOf(day_));
  ++day_;
  PAISQL_ASSIGN(nodes::DayRun run,
                nodes::DayRun::Make(*made.flow, requests_.back(), std::move(made.plan), book_));
  return std::optional<nodes::DayRun>(std::move(run));
}

session::SessionOptions DayMaker::Options() const {
  session::SessionOptions options = call_.options;
  if (!flow_.project.empty() && call_.flags.common.project.empty()) {
    options.project = flow_.project;
  }
  return options;
}

nodes::RunRequest DayMaker::RequestOf(int64_t day) const {
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
    command += (command.empty() ? "" : " ") + script::ShellQuoted(word);
  }
  request.command = std::move(command);
  request.programs = ProgramsOf(call_);
  return request;
}

}  // namespace paisql::flow
