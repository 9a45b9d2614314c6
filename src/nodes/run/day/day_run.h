#pragma once

// One run of a workflow for one business date: its state machines, and the rows of the catalog that
// tell of it. What happens is kept when Save is called, all of it or nothing.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "nodes/model/flow.h"
#include "nodes/run/day/level.h"
#include "nodes/run/evidence.h"
#include "nodes/run/plan.h"
#include "nodes/run/processes/executor.h"
#include "nodes/run/scheduler.h"
#include "store/flows.h"

namespace paisql::nodes {

// The request for a run.
struct RunRequest {
  RunMoment moment;
  Selection selection;
  bool resume = false;
  bool beside_others = false;       // though another run of the workflow goes on
  std::set<std::string> succeeded;  // nodes that count as done, whatever they did
  std::set<std::string> frozen;     // nodes that do not run, as by recurrence Pause
  std::string project;
  std::string home;
  std::string command;  // that asks for it, for the catalog
  Programs programs;
};

class DayRun {
 public:
  // The flow, the request and the book outlive it. kInvalidCommand for a selection of nothing.
  static Result<DayRun> Make(const Flow& flow, const RunRequest& request, Plan plan,
                             store::FlowBook& book);

  // Enters the run into the catalog. kInvalidMetaOperation when the workflow is running already.
  Status Begin();
  // The next node to begin, and what runs of it; nullopt for none at this time. A node that runs
  // nothing has ended with that, and comes without a command; one that is held ends later by
  // itself. An error is one of the machine or of what the node was given: it has failed by it.
  std::optional<Spot> BeginNext(int64_t now_ms, Room room);
  Result<Instance> InstanceOf(const Spot& spot, int64_t now_ms);
  void End(const Spot& spot, const Ending& ending, int64_t now_ms);
  // One that BeginNext has begun has not: it is the next again.
  void GiveBack(const Spot& spot);
  // Nothing begins any more; what is held has ended.
  void Stop(int64_t now_ms);
  // Looks at nodes that wait for a time. An error comes from the catalog.
  Status LookAtTime(int64_t now_ms);
  // Nodes of loops whose time is over: what runs of them is to be ended.
  std::vector<Spot> TakeOverdue() { return std::exchange(overdue_, {}); }

  bool ended() const { return levels_.size() == 1 && root().scheduler.Ended(); }
  // When LookAtTime or BeginNext has something to do; kNoTime for never.
  int64_t NextTime() const;
  // Keeps what has changed; gives the positions of those nodes.
  Result<std::vector<size_t>> Save();
  // The run's end, when all of it has ended.
  Status Close(bool interrupted);

  const Flow& flow() const { return *flow_; }
  const Plan& plan() const { return *root().plan; }
  const store::FlowRun& run() const { return run_; }
  // First those of the workflow, by their positions in it; after them, as they begin, those within
  // its nodes, called "loop/2/inner".
  const std::vector<store::FlowNode>& nodes() const { return nodes_; }
  bool succeeded() const { return run_.state == "SUCCESS"; }
  bool left_out(size_t row) const { return reasons_[row] == Reason::kLeftOut; }
  // Whether a branch skipped the row, which is not a failure.
  bool skipped(size_t row) const { return reasons_[row] == Reason::kSkipped; }
  // With resume: why a node runs, or that it does not; "" where nothing is to say.
  const std::string& explanation(size_t row) const { return explanations_[row]; }
  std::string LogOf(size_t row) const;

 private:
  DayRun(const Flow& flow, const RunRequest& request, store::FlowBook& book);

  Level& root() { return *levels_.at(0); }
  const Level& root() const { return *levels_.at(0); }
  Level& LevelOf(const Spot& spot) { return *levels_.at(spot.level); }

  // --- levels (day_levels.cpp) ---
  Status LoadLast();
  Level& AddLevel(const Flow& flow, std::shared_ptr<const Flow> keeps,
                  std::shared_ptr<const Plan> plan, RunMoment moment, std::string prefix);
  size_t RowOf(const std::string& name, const Node& node);
  Status StartLevel(Level& level, const std::vector<bool>& chosen);
  Status LookBack(Level& level, std::vector<Rules>& rules, const std::vector<bool>& chosen);
  Status TakeKept(Level& level, size_t i, const store::FlowNode& done, Rules& rules);
  void Collect(Level& level);
  std::string MessageOf(const Level& level, size_t i) const;

  // --- one node's begin and end (day_instance.cpp) ---
  Result<Instance> CodeOf(Level& level, size_t i);
  std::vector<std::pair<std::string, std::string>> EnvironmentOf(const Level& level, size_t i,
                                                                 const Instance& instance) const;
  std::string OdpsArguments(const Level& level, size_t i, const Instance& instance) const;
  Result<std::vector<std::string>> PythonCommand(const Level& level, size_t i, bool has_resources,
                                                 Instance& instance);
  Result<Instance> ProcessOf(Level& level, size_t i);
  Result<Instance> BranchOf(Level& level, size_t i);
  Status NoteEvidence(Level& level, size_t i);
  // Reads the values that the node gives to others; for a branch, gives the nodes that must not
  // run.
  Result<std::vector<size_t>> Outcome(Level& level, size_t i);
  Status Give(Level& level, size_t i);
  void Succeed(Level& level, size_t i, int64_t now_ms);
  void Fail(Level& level, size_t i, std::string why, int64_t now_ms);

  // --- merges (day_merges.cpp), what waits (day_waits.cpp) ---
  Status Judge(const Level& level, size_t i) const;
  Result<Instance> Hold(Level& level, size_t i, int64_t now_ms);
  // Whether what it waits for is so; an error ends it.
  Result<bool> IsThere(Level& level, size_t i, int64_t now_ms);
  Result<bool> PreviousDone(const Level& level, size_t i);
  // --- loops, and workflows as nodes (day_loops.cpp) ---
  Status BeginBody(Level& level, size_t i, int64_t now_ms);
  Status StartTurn(Level& level, size_t i);
  void TurnEnded(Level& turn, int64_t now_ms);
  Result<bool> Again(const Level& turn) const;
  void SettleLevels(int64_t now_ms);
  void StopBelow(const Spot& spot, int64_t now_ms);

  // Something that waits: for its time, data, or the day before.
  struct Held {
    int64_t look_ms = 0;
    int64_t deadline_ms = kNoTime;
    int64_t until_ms = 0;  // of a wait
    bool for_previous = false;
  };

  const Flow* flow_;
  const RunRequest* request_;
  store::FlowBook* book_;
  std::map<size_t, std::unique_ptr<Level>> levels_;  // 0: the workflow itself
  size_t last_level_ = 0;
  std::map<Spot, Held> held_;
  std::vector<Spot> overdue_;
  store::FlowRun run_;
  // By row.
  std::vector<store::FlowNode> nodes_;
  std::vector<std::string> explanations_;
  std::vector<std::string> failures_;  // why the last attempt of a node failed
  std::vector<Reason> reasons_;
  std::map<std::string, size_t, std::less<>> inner_rows_;  // by name, of those within others
  std::vector<size_t> changed_;                            // rows, not kept yet
  // The last run of this day and its nodes, by name.
  int64_t last_run_ = 0;
  std::map<std::string, store::FlowNode, std::less<>> last_;
};

// The message of a node that nobody has asked for.
inline constexpr const char* kLeftOut = "left out";

}  // namespace paisql::nodes
