#pragma once

// A state machine that decides which nodes may begin: its caller reports each begin and each
// result. It knows no processes, no clock and no catalog. Times are milliseconds of any clock that
// goes forward. Each call costs as much as there are nodes that it concerns.

#include <cstdint>
#include <limits>
#include <optional>
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
  kChecking,  // of a branch: its conditions
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
  kSkipped,  // a branch took another way
};

struct Rules {
  std::vector<size_t> after;  // those that it waits for
  // Waited for, too, but only for its end, however that was. It is followed by one.
  std::optional<size_t> behind;
  int priority = 1;       // the highest goes first, then the order of the nodes
  bool left_out = false;  // those that wait for it do not wait
  bool frozen = false;
  bool dry = false;
  bool kept = false;
  bool merges = false;          // it begins when all before it have ended, however that was
  bool ignores_skips = false;   // it begins though one before it was skipped
  bool checks = false;          // its state is kChecking while it runs
  bool needs_slot = true;       // false: it begins though nobody is free
  bool script = false;          // of a worker
  std::vector<size_t> skipped;  // of one that is kept: what its branches have skipped
  int reruns = 0;               // so many attempts may follow a failed one
  int64_t rerun_interval_ms = 0;
};

inline constexpr int64_t kNoTime = std::numeric_limits<int64_t>::max();

// For whom there is a place: for nobody but those that need none, for the next one if it is a
// script, or for the next one.
enum class Room { kForNone, kForScripts, kForAll };

class Scheduler {
 public:
  // The nodes wait for each other in no circle.
  explicit Scheduler(std::vector<Rules> rules);

  // The next one to begin, and begins it; false when there is none at this time.
  bool BeginNext(int64_t now_ms, size_t& node, Room room = Room::kForAll);
  // `skipped`: the nodes after it that must not run; nodes that wait for them learn it, too.
  void Succeed(size_t node, const std::vector<size_t>& skipped = {});
  // True: it will be tried again.
  bool Fail(size_t node, int64_t now_ms);
  // One that has begun has not: it waits for a slot, as before.
  void GiveBack(size_t node);
  // Nothing begins any more.
  void Stop();

  bool Ended() const {
    return running_ == 0 && ready_.empty() && instant_.empty() && waiting_.empty();
  }
  // When the next attempt of a node that waits for its time may begin; kNoTime for none.
  int64_t NextTime() const { return waiting_.empty() ? kNoTime : waiting_.begin()->first; }

  State state(size_t node) const { return nodes_[node].state; }
  Reason reason(size_t node) const { return nodes_[node].reason; }
  int attempts(size_t node) const { return nodes_[node].attempts; }
  // Only for kBlocked: the node that has not succeeded.
  size_t blocked_by(size_t node) const { return nodes_[node].blocked_by; }
  // Gives the nodes whose state has changed since the last call, each once.
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
  bool Runs(size_t node) const {
    return nodes_[node].state == State::kRunning || nodes_[node].state == State::kChecking;
  }
  bool Fresh(size_t node) const {
    return nodes_[node].state == State::kNotRun && nodes_[node].reason == Reason::kNone;
  }
  // One less of those that it waits for: where it was the last, the node is put to `open`.
  void Release(size_t node, std::vector<size_t>& open);
  // It is over with the node: its follower waits for it no more.
  void Follow(size_t node, std::vector<size_t>& open);
  // Releases the nodes that waited for one that has ended well.
  void ReleaseAll(size_t node, const std::vector<size_t>& skipped, std::vector<size_t>& open);
  void Skip(size_t node, std::vector<size_t>& open);
  // All that these waited for is done.
  void Enqueue(std::vector<size_t> open);
  void PutReady(size_t node);
  // Blocks the nodes that wait for it: they never begin, except merges of a node that has failed.
  void Block(size_t node, bool failed, std::vector<size_t>& open);

  std::vector<Rules> rules_;
  std::vector<NodeState> nodes_;
  std::vector<std::vector<size_t>> before_;       // those that wait for a node
  std::vector<std::optional<size_t>> follower_;   // the node that follows it
  std::set<std::pair<int, size_t>> ready_;        // by descending priority, then position
  std::set<std::pair<int, size_t>> instant_;      // those that need no slot
  std::set<std::pair<int64_t, size_t>> waiting_;  // by the time of the next attempt
  std::vector<size_t> changed_;
  size_t running_ = 0;
  bool stopped_ = false;
};

}  // namespace paisql::nodes
