#pragma once

// What may run next, as a state machine: it is told what began and what came of it, and tells which
// nodes may begin. It knows no processes, no clock and no catalog. Times are milliseconds of any
// clock that goes forward. Each call costs as much as there are nodes that it concerns.

#include <cstdint>
#include <limits>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace paisql::nodes {

// As the platform names them.
enum class State {
  kNotRun,
  kWaitTime,      // for its time, such as that of the next attempt
  kWaitResource,  // it may begin, and nobody is free
  kRunning,
  kSuccess,
  kFailure,
};
std::string_view StateName(State state);  // "WAIT_RESOURCE"

// Why a node is where it is, beyond its state.
enum class Reason {
  kNone,
  kDryRun,   // it succeeded without running: recurrence Skip, or not due on that day
  kKept,     // an earlier run has done it
  kFrozen,   // recurrence Pause
  kBlocked,  // one that it waits for has not succeeded
  kStopped,  // the run was ended
  kLeftOut,  // nobody asked for it
};

struct Rules {
  std::vector<size_t> after;  // those that it waits for
  int priority = 1;           // the highest goes first, then the order of the nodes
  bool left_out = false;      // those that wait for it do not wait
  bool frozen = false;
  bool dry = false;
  bool kept = false;
  int reruns = 0;  // so many attempts may follow a failed one
  int64_t rerun_interval_ms = 0;
};

inline constexpr int64_t kNoTime = std::numeric_limits<int64_t>::max();

class Scheduler {
 public:
  // The nodes wait for each other in no circle.
  explicit Scheduler(std::vector<Rules> rules);

  // The next one to begin, and begins it; false when there is none at this time.
  bool BeginNext(int64_t now_ms, size_t& node);
  void Succeed(size_t node);
  // True: it will be tried again.
  bool Fail(size_t node, int64_t now_ms);
  // Nothing begins any more.
  void Stop();

  bool Ended() const { return running_ == 0 && ready_.empty() && waiting_.empty(); }
  // When the next attempt of a node that waits for its time may begin; kNoTime for none.
  int64_t NextTime() const { return waiting_.empty() ? kNoTime : waiting_.begin()->first; }

  State state(size_t node) const { return nodes_[node].state; }
  Reason reason(size_t node) const { return nodes_[node].reason; }
  int attempts(size_t node) const { return nodes_[node].attempts; }
  // Of kBlocked: the node that has not succeeded.
  size_t blocked_by(size_t node) const { return nodes_[node].blocked_by; }
  // Those whose state is another one since the last call, each once.
  std::vector<size_t> TakeChanged();

 private:
  struct NodeState {
    State state = State::kNotRun;
    Reason reason = Reason::kNone;
    size_t open = 0;  // that it still waits for
    int attempts = 0;
    size_t blocked_by = 0;
    bool changed = false;
  };

  void Set(size_t node, State state, Reason reason);
  // Nobody waits for it.
  void Released(size_t node);
  // All that it waited for is done.
  void Enqueue(size_t node);
  // What waits for it never begins.
  void Block(size_t node);

  std::vector<Rules> rules_;
  std::vector<NodeState> nodes_;
  std::vector<std::vector<size_t>> before_;       // those that wait for a node
  std::set<std::pair<int, size_t>> ready_;        // by descending priority, then position
  std::set<std::pair<int64_t, size_t>> waiting_;  // by the time of the next attempt
  std::vector<size_t> changed_;
  size_t running_ = 0;
  bool stopped_ = false;
};

}  // namespace paisql::nodes
