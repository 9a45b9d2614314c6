#include "nodes/run/day_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "base/system/clock.h"
#include "base/system/files.h"
#include "base/system/new_file.h"
#include "base/system/process.h"
#include "base/text.h"
#include "nodes/run/settle_runs.h"

namespace paisql::nodes {

namespace {

std::vector<Rules> RulesOf(const Flow& flow, const Graph& graph, const std::vector<bool>& chosen,
                           const RunMoment& moment) {
  std::vector<Rules> rules(flow.nodes.size());
  for (size_t i = 0; i < rules.size(); ++i) {
    const Node& node = flow.nodes[i];
    for (const Edge& edge : graph.after[i]) rules[i].after.push_back(edge.from);
    rules[i].priority = node.priority;
    rules[i].left_out = !chosen[i];
    rules[i].frozen = node.recurrence == Recurrence::kPause;
    rules[i].dry = node.recurrence == Recurrence::kSkip || !IsDue(flow, node, moment);
    if (node.rerun_mode != RerunMode::kDenied) rules[i].reruns = node.rerun_times;
    rules[i].rerun_interval_ms = node.rerun_interval_ms;
  }
  return rules;
}

}  // namespace

// The names of nodes may hold anything.
std::string LogPath(const store::FlowBook& book, int64_t run, const std::string& node) {
  return book.RunPath(run) + "/" + PercentEncode(node) + "/log";
}

DayRun::DayRun(const Flow& flow, const RunRequest& request, Plan plan, store::FlowBook& book)
    : flow_(&flow),
      request_(&request),
      plan_(std::move(plan)),
      book_(&book),
      explanations_(flow.nodes.size()),
      failures_(flow.nodes.size()) {}

Result<DayRun> DayRun::Make(const Flow& flow, const RunRequest& request, Plan plan,
                            store::FlowBook& book) {
  DayRun made(flow, request, std::move(plan), book);
  PAISQL_ASSIGN(const std::vector<bool> chosen, Select(flow, made.plan_.graph, request.selection));
  made.run_.flow = flow.name;
  made.run_.folder = flow.folder;
  made.run_.project = flow.project.empty() ? request.project : flow.project;
  made.run_.bizdate = DayText(request.moment.bizdate);
  made.run_.command = request.command;
  for (size_t i = 0; i < flow.nodes.size(); ++i) {
    store::FlowNode node;
    node.position = static_cast<int64_t>(i);
    node.name = flow.nodes[i].name;
    node.kind = flow.nodes[i].kind != nullptr ? flow.nodes[i].kind->name : "";
    made.nodes_.push_back(std::move(node));
  }
  std::vector<Rules> rules = RulesOf(flow, made.plan_.graph, chosen, request.moment);
  if (request.resume) PAISQL_TRY(made.LookBack(rules, chosen));
  made.scheduler_ = Scheduler(std::move(rules));
  return made;
}

// Takes what the last run of this day has done as done, where it still counts. What waits for a
// node that runs again runs again by itself: its input changes, or it had not succeeded.
Status DayRun::LookBack(std::vector<Rules>& rules, const std::vector<bool>& chosen) {
  constexpr int64_t kLookBack = 200;
  PAISQL_ASSIGN(const std::vector<store::FlowRun> runs, book_->ListRuns(flow_->folder, kLookBack));
  const auto last = std::ranges::find_if(
      runs, [&](const store::FlowRun& run) { return run.bizdate == run_.bizdate; });
  if (last == runs.end()) return Status::Ok();
  PAISQL_ASSIGN(const std::vector<store::FlowNode> done, book_->ListNodes(last->id));
  std::map<std::string_view, const store::FlowNode*> by_name;
  for (const store::FlowNode& node : done) by_name[node.name] = &node;
  std::vector<bool> again(rules.size());
  for (const size_t i : plan_.graph.order) {
    if (!chosen[i] || rules[i].frozen) continue;
    const auto found = by_name.find(flow_->nodes[i].name);
    std::string why;
    const auto upstream =
        std::ranges::find_if(rules[i].after, [&](size_t from) { return again[from]; });
    if (found == by_name.end()) {
      why = "the last run had no such node";
    } else if (found->second->state != "SUCCESS") {
      why = fmt::format("it ended as {} in run {}", found->second->state, last->id);
    } else if (upstream != rules[i].after.end()) {
      why = fmt::format("{} runs again", flow_->nodes[*upstream].name);
    } else {
      PAISQL_ASSIGN(const Evidence now,
                    CollectEvidence(flow_->nodes[i], plan_.parameters[i], plan_.flows[i], *book_));
      PAISQL_ASSIGN(why, WhyAgain(Evidence::OfJson(found->second->evidence), now, *book_));
    }
    again[i] = !why.empty();
    rules[i].kept = why.empty();
    explanations_[i] = why.empty() ? fmt::format("done in run {}", last->id) : "runs: " + why;
    if (rules[i].kept) {
      nodes_[i].evidence = found->second->evidence;
      nodes_[i].outputs = found->second->outputs;
    }
  }
  return Status::Ok();
}

Status DayRun::Begin() {
  run_.started_ms = NowMs();
  const ProcessIdentity self = IdentityOf(getpid());
  run_.pid = self.pid;
  run_.process_start = self.start;
  run_.boot_id = self.boot_id;
  return book_->Begin(run_, nodes_, [&](const std::vector<store::FlowRun>& running) -> Status {
    if (request_->beside_others) return Status::Ok();
    for (const store::FlowRun& other : running) {
      if (!IsAlive({other.pid, other.process_start, other.boot_id})) continue;
      // Several days of one command run beside each other.
      if (other.pid == self.pid && other.process_start == self.start) continue;
      return Error{ErrorCode::kInvalidMetaOperation,
                   fmt::format("workflow {} is running already: run {} of {}, process {}",
                               other.flow, other.id, other.bizdate, other.pid),
                   {},
                   "wait for its end, or run it beside the other one with --beside"};
    }
    return Status::Ok();
  });
}

std::optional<size_t> DayRun::BeginNext(int64_t now_ms) {
  size_t node = 0;
  if (!scheduler_.BeginNext(now_ms, node)) return std::nullopt;
  nodes_[node].started_ms = NowMs();
  nodes_[node].ended_ms = 0;
  return node;
}

std::string DayRun::LogOf(size_t node) const { return LogPath(*book_, run_.id, nodes_[node].name); }

// What it read is as it was when it began.
Status DayRun::NoteEvidence(size_t node) {
  PAISQL_ASSIGN(const Evidence evidence, CollectEvidence(flow_->nodes[node], plan_.parameters[node],
                                                         plan_.flows[node], *book_));
  nodes_[node].evidence = evidence.ToJson();
  return Status::Ok();
}

Result<Instance> DayRun::InstanceOf(size_t position) {
  const Node& node = flow_->nodes[position];
  Instance instance;
  instance.runs = node.kind->runs;
  instance.timeout_ms = node.timeout_ms;
  PAISQL_TRY(NoteEvidence(position));
  if (instance.runs == Runs::kNothing) return instance;
  instance.log = LogOf(position);
  instance.folder = ParentFolder(node.path);
  const std::string own = ParentFolder(instance.log);
  PAISQL_TRY(MakeFolders(own));
  const RunMoment& moment = request_->moment;
  const std::vector<Resolved>& parameters = plan_.parameters[position];
  instance.sql = ScriptOf(*flow_, node, moment, parameters);
  if (instance.runs == Runs::kSql) return instance;

  instance.environment = {
      {kRunVariable, RunMark(request_->home, run_.id)},
      {"SKYNET_BIZDATE", instance.sql.bizdate},
      {"SKYNET_CYCTIME", instance.sql.cyctime},
      {"SKYNET_ID", node.name},
      {"SKYNET_TASKID", fmt::format("{}_{}", run_.id, position)},
      {"SKYNET_JOBID", std::to_string(run_.id)},
      {"SKYNET_PRIORITY", std::to_string(node.priority)},
      {"PAISQL_HOME", request_->home},
  };
  if (instance.runs == Runs::kShell) {
    instance.command = {"/bin/bash", node.path};
  } else {
    if (request_->programs.python.empty()) {
      return Error{ErrorCode::kEnvironment,
                   "a node of Python wants an interpreter, and there is none",
                   {},
                   "PAISQL_PYTHON names one; paisql doctor tells more"};
    }
    PAISQL_ASSIGN(const std::string code, SubstitutedCode(*flow_, node, moment, parameters));
    const std::string copy = own + "/code.py";
    PAISQL_TRY(WriteNewFile(copy, code, NewFileKind::kOwnPassing));
    instance.command = {request_->programs.python, "-u", copy};
    instance.environment.emplace_back("PYTHONPATH", instance.folder);
  }
  std::ranges::copy(Positional(parameters), std::back_inserter(instance.command));
  return instance;
}

void DayRun::End(size_t node, const Ending& ending, int64_t now_ms) {
  nodes_[node].ended_ms = NowMs();
  if (ending.succeeded) return scheduler_.Succeed(node);
  const std::string said = FirstLineOfWhy(LogOf(node));
  failures_[node] = ending.why.empty() || (!said.empty() && ending.why.starts_with("exit status"))
                        ? said
                        : ending.why;
  if (failures_[node].empty()) failures_[node] = ending.why;
  scheduler_.Fail(node, now_ms);
}

void DayRun::Stop() { scheduler_.Stop(); }

std::string DayRun::MessageOf(size_t node) const {
  switch (scheduler_.reason(node)) {
    case Reason::kDryRun:
      return "dry run";
    case Reason::kKept:
      return explanations_[node];
    case Reason::kFrozen:
      return "frozen";
    case Reason::kBlocked:
      return fmt::format("waits for {}", nodes_[scheduler_.blocked_by(node)].name);
    case Reason::kStopped:
      return failures_[node].empty() ? "the run was ended" : failures_[node];
    case Reason::kLeftOut:
      return "left out";
    case Reason::kNone:
      break;
  }
  const State state = scheduler_.state(node);
  return state == State::kFailure || state == State::kWaitTime ? failures_[node] : "";
}

Result<std::vector<size_t>> DayRun::Save() {
  std::vector<size_t> changed = scheduler_.TakeChanged();
  std::vector<store::FlowNode> rows;
  for (const size_t node : changed) {
    store::FlowNode& row = nodes_[node];
    row.state = StateName(scheduler_.state(node));
    row.message = MessageOf(node);
    row.attempts = scheduler_.attempts(node);
    rows.push_back(row);
  }
  if (!rows.empty()) PAISQL_TRY(book_->Change(run_, rows));
  return changed;
}

Status DayRun::Close(bool interrupted) {
  bool good = !interrupted;
  for (size_t i = 0; i < nodes_.size(); ++i) {
    good = good && (left_out(i) || scheduler_.state(i) == State::kSuccess);
  }
  run_.state = good ? "SUCCESS" : "FAILURE";
  run_.message = interrupted ? "interrupted" : "";
  run_.ended_ms = NowMs();
  return book_->Change(run_, {});
}

}  // namespace paisql::nodes
