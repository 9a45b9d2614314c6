// The levels of a run: their rows in the catalog, and what an earlier run has done of them.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "nodes/run/day/day_run.h"

namespace paisql::nodes {

namespace {

using nlohmann::json;

// A message of a row whose node a branch has skipped.
constexpr const char* kSkippedMessage = "a branch took another way";

bool WasSkipped(const store::FlowNode& row) {
  return row.state == "NOT_RUN" && row.message == kSkippedMessage;
}

}  // namespace

Level& DayRun::AddLevel(const Flow& flow, std::shared_ptr<const Flow> keeps,
                        std::shared_ptr<const Plan> plan, RunMoment moment, std::string prefix) {
  auto level = std::make_unique<Level>();
  level->id = levels_.empty() ? 0 : ++last_level_;
  level->flow = &flow;
  level->keeps = std::move(keeps);
  level->plan = std::move(plan);
  level->moment = std::move(moment);
  level->prefix = std::move(prefix);
  level->parameters = level->plan->parameters;
  level->inputs.resize(flow.nodes.size());
  level->gives.resize(flow.nodes.size());
  for (const Node& node : flow.nodes) {
    level->rows.push_back(RowOf(level->prefix + node.name, node));
  }
  Level& added = *level;
  levels_[added.id] = std::move(level);
  return added;
}

// A loop that is tried again has its rows already.
size_t DayRun::RowOf(const std::string& name, const Node& node) {
  const bool within = !levels_.empty();
  if (within) {
    const auto [known, is_new] = inner_rows_.emplace(name, nodes_.size());
    if (!is_new) {
      reasons_[known->second] = Reason::kNone;
      explanations_[known->second].clear();
      return known->second;
    }
  }
  store::FlowNode row;
  row.run_id = run_.id;
  row.position = static_cast<int64_t>(nodes_.size());
  row.name = name;
  row.kind = node.kind != nullptr ? node.kind->name : "";
  nodes_.push_back(std::move(row));
  explanations_.emplace_back();
  failures_.emplace_back();
  reasons_.push_back(Reason::kNone);
  return nodes_.size() - 1;
}

Status DayRun::StartLevel(Level& level, const std::vector<bool>& chosen) {
  std::vector<Rules> rules = RulesOf(level, chosen);
  for (size_t i = 0; i < rules.size(); ++i) {
    const std::string& name = nodes_[level.rows[i]].name;
    const std::string& whole = level.node(i).cycle_of;
    const auto meant = [&](const std::set<std::string>& names) {
      return names.contains(name) || (!whole.empty() && names.contains(level.prefix + whole));
    };
    if (meant(request_->frozen)) rules[i].frozen = true;
    if (!meant(request_->succeeded)) continue;
    rules[i].kept = true;
    explanations_[level.rows[i]] = "set to succeeded";
    if (level.Resolve(i).ok()) (void)Give(level, i);
  }
  if (!last_.empty()) PAISQL_TRY(LookBack(level, rules, chosen));
  level.scheduler = Scheduler(std::move(rules));
  return Status::Ok();
}

Status DayRun::LoadLast() {
  constexpr int64_t kLookBack = 200;
  PAISQL_ASSIGN(const std::vector<store::FlowRun> runs, book_->ListRuns(flow_->folder, kLookBack));
  const auto last = std::ranges::find_if(
      runs, [&](const store::FlowRun& run) { return run.bizdate == run_.bizdate; });
  if (last == runs.end()) return Status::Ok();
  last_run_ = last->id;
  PAISQL_ASSIGN(std::vector<store::FlowNode> done, book_->ListNodes(last->id));
  for (store::FlowNode& node : done) {
    const std::string name = node.name;
    last_[name] = std::move(node);
  }
  return Status::Ok();
}

// Takes what the last run of this day has done as done, where it still counts. What waits for a
// node that runs again runs again by itself: its input changes, or it had not succeeded.
Status DayRun::LookBack(Level& level, std::vector<Rules>& rules, const std::vector<bool>& chosen) {
  std::vector<bool> again(rules.size());
  for (const size_t i : level.plan->graph.order) {
    if (!chosen[i] || rules[i].frozen || rules[i].kept) continue;
    const auto found = last_.find(nodes_[level.rows[i]].name);
    std::string why;
    const auto upstream =
        std::ranges::find_if(rules[i].after, [&](size_t from) { return again[from]; });
    if (found == last_.end()) {
      why = "the last run had no such node";
    } else if (upstream != rules[i].after.end()) {
      why = fmt::format("{} runs again", level.node(*upstream).name);
    } else if (WasSkipped(found->second)) {
      continue;  // by a branch that goes the same way
    } else if (found->second.state != "SUCCESS") {
      why = fmt::format("it ended as {} in run {}", found->second.state, last_run_);
    } else if (const Status resolved = level.Resolve(i); !resolved.ok()) {
      why = resolved.error().detail;
    } else {
      PAISQL_ASSIGN(const Evidence now,
                    CollectEvidence(WorkOf(level.node(i), level.moment.givens), level.parameters[i],
                                    level.plan->flows[i], *book_));
      PAISQL_ASSIGN(why, WhyAgain(Evidence::OfJson(found->second.evidence), now, *book_));
    }
    if (why.empty()) {
      const Status taken = TakeKept(level, i, found->second, rules[i]);
      if (!taken.ok()) why = taken.error().detail;
    }
    again[i] = !why.empty();
    rules[i].kept = why.empty();
    explanations_[level.rows[i]] =
        why.empty() ? fmt::format("done in run {}", last_run_) : "runs: " + why;
  }
  return Status::Ok();
}

// Its earlier values count again. Values of `gives` are made anew: secrets are not kept.
Status DayRun::TakeKept(Level& level, size_t i, const store::FlowNode& done, Rules& rules) {
  store::FlowNode& row = nodes_[level.rows[i]];
  const json outputs = json::parse(done.outputs, nullptr, false);
  if (outputs.is_object()) {
    const auto assigned = outputs.find(kAssigned);
    if (assigned != outputs.end()) level.gives[i][kAssigned] = Given::OfJson(assigned->dump());
    const auto chosen = outputs.find("chosen");
    if (chosen != outputs.end() && chosen->is_number_unsigned()) {
      level.chosen[i] = chosen->get<size_t>();
      rules.skipped = level.SkippedBy(i, level.chosen[i]);
    }
  }
  PAISQL_TRY(Give(level, i));
  row.evidence = done.evidence;
  row.outputs = done.outputs;
  return Status::Ok();
}

std::string DayRun::MessageOf(const Level& level, size_t i) const {
  const size_t row = level.rows[i];
  switch (level.scheduler.reason(i)) {
    case Reason::kDryRun:
      return "dry run";
    case Reason::kKept:
      return explanations_[row];
    case Reason::kFrozen:
      return "frozen";
    case Reason::kSkipped:
      return kSkippedMessage;
    case Reason::kBlocked:
      return fmt::format("waits for {}", nodes_[level.rows[level.scheduler.blocked_by(i)]].name);
    case Reason::kStopped:
      return failures_[row].empty() ? "the run was ended" : failures_[row];
    case Reason::kLeftOut:
      return kLeftOut;
    case Reason::kNone:
      break;
  }
  const State state = level.scheduler.state(i);
  if (state == State::kRunning && held_.contains({level.id, i})) return "waits for its time";
  return state == State::kFailure || state == State::kWaitTime ? failures_[row] : "";
}

void DayRun::Collect(Level& level) {
  for (const size_t i : level.scheduler.TakeChanged()) {
    const size_t row = level.rows[i];
    store::FlowNode& node = nodes_[row];
    const State state = level.scheduler.state(i);
    // One that waits for its time or for data runs nothing.
    const bool waits = state == State::kRunning && held_.contains({level.id, i});
    node.state = StateName(waits ? State::kWaitTime : state);
    node.message = MessageOf(level, i);
    node.attempts = level.scheduler.attempts(i);
    reasons_[row] = level.scheduler.reason(i);
    changed_.push_back(row);
  }
}

}  // namespace paisql::nodes
