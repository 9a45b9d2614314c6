#pragma once

// One run of a workflow for one business date: its state machine, and the rows of the catalog that
// tell of it. What happens is kept when Save is called, all of it or nothing.

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "nodes/model/flow.h"
#include "nodes/run/evidence.h"
#include "nodes/run/executor.h"
#include "nodes/run/plan.h"
#include "nodes/run/scheduler.h"
#include "store/flows.h"

namespace paisql::nodes {

// What is asked of a run.
struct RunRequest {
  RunMoment moment;
  Selection selection;
  bool resume = false;
  bool beside_others = false;  // though another run of the workflow goes on
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
  // nothing has ended with that, and comes without a command. An error is one of the machine: the
  // node has failed by it.
  std::optional<size_t> BeginNext(int64_t now_ms);
  Result<Instance> InstanceOf(size_t position);
  void End(size_t node, const Ending& ending, int64_t now_ms);
  void Stop();

  bool ended() const { return scheduler_.Ended(); }
  int64_t NextTime() const { return scheduler_.NextTime(); }
  // Keeps what has changed; gives the positions of those nodes.
  Result<std::vector<size_t>> Save();
  // The run's end, when all of it has ended.
  Status Close(bool interrupted);

  const Flow& flow() const { return *flow_; }
  const Plan& plan() const { return plan_; }
  const store::FlowRun& run() const { return run_; }
  const std::vector<store::FlowNode>& nodes() const { return nodes_; }
  bool succeeded() const { return run_.state == "SUCCESS"; }
  bool left_out(size_t node) const { return scheduler_.reason(node) == Reason::kLeftOut; }
  // With resume: why a node runs, or that it does not; "" where nothing is to say.
  const std::string& explanation(size_t node) const { return explanations_[node]; }
  std::string LogOf(size_t node) const;

 private:
  DayRun(const Flow& flow, const RunRequest& request, Plan plan, store::FlowBook& book);

  Status LookBack(std::vector<Rules>& rules, const std::vector<bool>& chosen);
  Status NoteEvidence(size_t node);
  std::string MessageOf(size_t node) const;

  const Flow* flow_;
  const RunRequest* request_;
  Plan plan_;
  store::FlowBook* book_;
  Scheduler scheduler_{{}};
  store::FlowRun run_;
  std::vector<store::FlowNode> nodes_;
  std::vector<std::string> explanations_;
  std::vector<std::string> failures_;  // why the last attempt of a node failed
};

// The log of a node's attempts in a run.
std::string LogPath(const store::FlowBook& book, int64_t run, const std::string& node);

}  // namespace paisql::nodes
