#include "nodes/run/scheduler.h"

#include <utility>

#include "base/assert.h"

namespace paisql::nodes {

std::string_view StateName(State state) {
  switch (state) {
    case State::kNotRun:
      return "NOT_RUN";
    case State::kWaitTime:
      return "WAIT_TIME";
    case State::kWaitResource:
      return "WAIT_RESOURCE";
    case State::kRunning:
      return "RUNNING";
    case State::kSuccess:
      return "SUCCESS";
    case State::kFailure:
      return "FAILURE";
  }
  PAISQL_UNREACHABLE("a state without a name");
}

Scheduler::Scheduler(std::vector<Rules> rules)
    : rules_(std::move(rules)), nodes_(rules_.size()), before_(rules_.size()) {
  for (size_t i = 0; i < rules_.size(); ++i) {
    for (const size_t from : rules_[i].after) {
      before_[from].push_back(i);
      ++nodes_[i].open;
    }
  }
  for (size_t i = 0; i < rules_.size(); ++i) {
    if (rules_[i].left_out) {
      nodes_[i].reason = Reason::kLeftOut;
      Released(i);
    }
  }
  for (size_t i = 0; i < rules_.size(); ++i) {
    if (nodes_[i].open == 0 && !rules_[i].left_out) Enqueue(i);
  }
}

void Scheduler::Set(size_t node, State state, Reason reason) {
  NodeState& one = nodes_[node];
  one.state = state;
  one.reason = reason;
  if (!std::exchange(one.changed, true)) changed_.push_back(node);
}

std::vector<size_t> Scheduler::TakeChanged() {
  for (const size_t node : changed_) nodes_[node].changed = false;
  return std::exchange(changed_, {});
}

// All that it waited for is done. Chains of nodes that run nothing are long: no recursion.
void Scheduler::Enqueue(size_t node) {
  std::vector<size_t> open = {node};
  while (!open.empty()) {
    const size_t one = open.back();
    open.pop_back();
    const Rules& rules = rules_[one];
    if (nodes_[one].state != State::kNotRun || nodes_[one].reason != Reason::kNone) continue;
    if (rules.frozen) {
      Set(one, State::kNotRun, Reason::kFrozen);
      Block(one);
    } else if (rules.kept || rules.dry) {
      Set(one, State::kSuccess, rules.kept ? Reason::kKept : Reason::kDryRun);
      for (const size_t next : before_[one]) {
        if (--nodes_[next].open == 0 && !rules_[next].left_out) open.push_back(next);
      }
    } else if (stopped_) {
      Set(one, State::kNotRun, Reason::kStopped);
    } else {
      Set(one, State::kWaitResource, Reason::kNone);
      ready_.emplace(-rules.priority, one);
    }
  }
}

void Scheduler::Released(size_t node) {
  for (const size_t next : before_[node]) --nodes_[next].open;
}

bool Scheduler::BeginNext(int64_t now_ms, size_t& node) {
  while (!waiting_.empty() && waiting_.begin()->first <= now_ms) {
    const size_t due = waiting_.begin()->second;
    waiting_.erase(waiting_.begin());
    Set(due, State::kWaitResource, Reason::kNone);
    ready_.emplace(-rules_[due].priority, due);
  }
  if (ready_.empty()) return false;
  node = ready_.begin()->second;
  ready_.erase(ready_.begin());
  Set(node, State::kRunning, Reason::kNone);
  ++nodes_[node].attempts;
  ++running_;
  return true;
}

void Scheduler::Succeed(size_t node) {
  PAISQL_ASSERT(nodes_[node].state == State::kRunning, "a node ends that has not begun");
  --running_;
  Set(node, State::kSuccess, Reason::kNone);
  for (const size_t next : before_[node]) {
    if (--nodes_[next].open == 0 && !rules_[next].left_out) Enqueue(next);
  }
}

bool Scheduler::Fail(size_t node, int64_t now_ms) {
  PAISQL_ASSERT(nodes_[node].state == State::kRunning, "a node ends that has not begun");
  --running_;
  const Rules& rules = rules_[node];
  if (!stopped_ && nodes_[node].attempts <= rules.reruns) {
    Set(node, State::kWaitTime, Reason::kNone);
    waiting_.emplace(now_ms + rules.rerun_interval_ms, node);
    return true;
  }
  Set(node, State::kFailure, Reason::kNone);
  Block(node);
  return false;
}

void Scheduler::Block(size_t node) {
  std::vector<size_t> open = {node};
  while (!open.empty()) {
    const size_t one = open.back();
    open.pop_back();
    for (const size_t next : before_[one]) {
      NodeState& state = nodes_[next];
      if (state.state != State::kNotRun || state.reason != Reason::kNone) continue;
      state.blocked_by = node;
      Set(next, State::kNotRun, Reason::kBlocked);
      open.push_back(next);
    }
  }
}

void Scheduler::Stop() {
  stopped_ = true;
  for (const auto& [priority, node] : ready_) Set(node, State::kNotRun, Reason::kStopped);
  for (const auto& [time, node] : waiting_) Set(node, State::kFailure, Reason::kStopped);
  ready_.clear();
  waiting_.clear();
  for (size_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].state == State::kNotRun && nodes_[i].reason == Reason::kNone) {
      Set(i, State::kNotRun, Reason::kStopped);
    }
  }
}

}  // namespace paisql::nodes
