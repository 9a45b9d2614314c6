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
    case State::kChecking:
      return "CHECKING_CONDITION";
    case State::kSuccess:
      return "SUCCESS";
    case State::kFailure:
      return "FAILURE";
  }
  PAISQL_UNREACHABLE("a state without a name");
}

Scheduler::Scheduler(std::vector<Rules> rules)
    : rules_(std::move(rules)),
      nodes_(rules_.size()),
      before_(rules_.size()),
      follower_(rules_.size()) {
  for (size_t i = 0; i < rules_.size(); ++i) {
    for (const size_t from : rules_[i].after) {
      before_[from].push_back(i);
      ++nodes_[i].open;
    }
    if (rules_[i].behind.has_value() && !rules_[*rules_[i].behind].left_out) {
      follower_[*rules_[i].behind] = i;
      ++nodes_[i].open;
    }
  }
  for (size_t i = 0; i < rules_.size(); ++i) {
    if (!rules_[i].left_out) continue;
    nodes_[i].reason = Reason::kLeftOut;
    for (const size_t next : before_[i]) --nodes_[next].open;
  }
  std::vector<size_t> open;
  for (size_t i = rules_.size(); i > 0; --i) {
    if (nodes_[i - 1].open == 0 && !rules_[i - 1].left_out) open.push_back(i - 1);
  }
  Enqueue(std::move(open));
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

void Scheduler::Release(size_t node, std::vector<size_t>& open) {
  if (--nodes_[node].open == 0 && !rules_[node].left_out) open.push_back(node);
}

void Scheduler::Follow(size_t node, std::vector<size_t>& open) {
  if (follower_[node].has_value()) Release(*follower_[node], open);
}

void Scheduler::ReleaseAll(size_t node, const std::vector<size_t>& skipped,
                           std::vector<size_t>& open) {
  for (const size_t next : skipped) {
    const Rules& rules = rules_[next];
    if (!rules.merges && !rules.ignores_skips && !rules.left_out) Skip(next, open);
  }
  for (const size_t next : before_[node]) Release(next, open);
  Follow(node, open);
}

// Chains of nodes are long: no recursion.
void Scheduler::Skip(size_t node, std::vector<size_t>& open) {
  std::vector<size_t> skipping = {node};
  while (!skipping.empty()) {
    const size_t one = skipping.back();
    skipping.pop_back();
    if (!Fresh(one)) continue;
    Set(one, State::kNotRun, Reason::kSkipped);
    Follow(one, open);
    for (const size_t next : before_[one]) {
      if (rules_[next].merges || rules_[next].ignores_skips) {
        Release(next, open);
      } else {
        skipping.push_back(next);
      }
    }
  }
}

void Scheduler::PutReady(size_t node) {
  Set(node, State::kWaitResource, Reason::kNone);
  (rules_[node].needs_slot ? ready_ : instant_).emplace(-rules_[node].priority, node);
}

void Scheduler::Enqueue(std::vector<size_t> open) {
  while (!open.empty()) {
    const size_t one = open.back();
    open.pop_back();
    const Rules& rules = rules_[one];
    if (!Fresh(one)) continue;
    if (rules.frozen) {
      Set(one, State::kNotRun, Reason::kFrozen);
      Follow(one, open);
      Block(one, false, open);
    } else if (rules.kept || rules.dry) {
      Set(one, State::kSuccess, rules.kept ? Reason::kKept : Reason::kDryRun);
      ReleaseAll(one, rules.skipped, open);
    } else if (stopped_) {
      Set(one, State::kNotRun, Reason::kStopped);
    } else {
      PutReady(one);
    }
  }
}

bool Scheduler::BeginNext(int64_t now_ms, size_t& node, Room room) {
  while (!waiting_.empty() && waiting_.begin()->first <= now_ms) {
    const size_t due = waiting_.begin()->second;
    waiting_.erase(waiting_.begin());
    PutReady(due);
  }
  std::set<std::pair<int, size_t>>* from = !instant_.empty() ? &instant_ : &ready_;
  if (from->empty() || (from == &ready_ && room == Room::kForNone)) return false;
  node = from->begin()->second;
  if (from == &ready_ && room == Room::kForScripts && !rules_[node].script) return false;
  from->erase(from->begin());
  Set(node, rules_[node].checks ? State::kChecking : State::kRunning, Reason::kNone);
  ++nodes_[node].attempts;
  ++running_;
  return true;
}

void Scheduler::GiveBack(size_t node) {
  PAISQL_ASSERT(Runs(node), "a node is given back that has not begun");
  --running_;
  --nodes_[node].attempts;
  if (stopped_) {
    Set(node, State::kNotRun, Reason::kStopped);
  } else {
    PutReady(node);
  }
}

void Scheduler::Succeed(size_t node, const std::vector<size_t>& skipped) {
  PAISQL_ASSERT(Runs(node), "a node ends that has not begun");
  --running_;
  Set(node, State::kSuccess, Reason::kNone);
  std::vector<size_t> open;
  ReleaseAll(node, skipped, open);
  Enqueue(std::move(open));
}

bool Scheduler::Fail(size_t node, int64_t now_ms) {
  PAISQL_ASSERT(Runs(node), "a node ends that has not begun");
  --running_;
  const Rules& rules = rules_[node];
  if (!stopped_ && nodes_[node].attempts <= rules.reruns) {
    Set(node, State::kWaitTime, Reason::kNone);
    waiting_.emplace(now_ms + rules.rerun_interval_ms, node);
    return true;
  }
  Set(node, State::kFailure, Reason::kNone);
  std::vector<size_t> open;
  Follow(node, open);
  Block(node, true, open);
  Enqueue(std::move(open));
  return false;
}

void Scheduler::Block(size_t node, bool failed, std::vector<size_t>& open) {
  std::vector<size_t> blocking = {node};
  while (!blocking.empty()) {
    const size_t one = blocking.back();
    blocking.pop_back();
    for (const size_t next : before_[one]) {
      if (!Fresh(next)) continue;
      // A merge is told of the failure of what stands before it.
      if (one == node && failed && rules_[next].merges) {
        Release(next, open);
        continue;
      }
      nodes_[next].blocked_by = node;
      Set(next, State::kNotRun, Reason::kBlocked);
      Follow(next, open);
      blocking.push_back(next);
    }
  }
}

void Scheduler::Stop() {
  stopped_ = true;
  for (const auto* queue : {&ready_, &instant_}) {
    for (const auto& [priority, node] : *queue) Set(node, State::kNotRun, Reason::kStopped);
  }
  for (const auto& [time, node] : waiting_) Set(node, State::kFailure, Reason::kStopped);
  ready_.clear();
  instant_.clear();
  waiting_.clear();
  for (size_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].state == State::kNotRun && nodes_[i].reason == Reason::kNone) {
      Set(i, State::kNotRun, Reason::kStopped);
    }
  }
}

}  // namespace paisql::nodes
