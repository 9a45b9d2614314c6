#pragma once

// The runs of the days that `flow run` is asked for, made one by one: what a day did counts for the
// next.

#include <cstdint>
#include <list>
#include <optional>
#include <utility>
#include <vector>

#include "flow/flow_verbs.h"
#include "nodes/run/day/day_run.h"
#include "nodes/schedule/cycles.h"

namespace paisql::flow {

// The plan of a day's run.
struct DayPlan {
  const nodes::Flow* flow = nullptr;  // with a node for each instance
  nodes::Plan plan;
};

// Prints them; gives the exit status that they ask for.
int TellProblems(const std::vector<nodes::Problem>& problems);

// The programs that run nodes, without a project.
nodes::Programs ProgramsOf(const FlowCall& call);

class DayMaker {
 public:
  // All of these outlive it.
  DayMaker(const FlowCall& call, const nodes::Flow& flow, store::FlowBook& book);

  // All of a day that is known without running it. What it refers to lasts as long as this.
  Result<DayPlan> PlanOf(int64_t day);
  // The run of the next day; nullopt after the last one. Each refers to this.
  Result<std::optional<nodes::DayRun>> Next();
  // The first day's, where it is known already.
  void UseFirst(DayPlan plan) { first_plan_ = std::move(plan); }

  int64_t first() const { return first_; }
  bool several() const { return last_ > first_; }
  session::SessionOptions Options() const;

 private:
  nodes::RunRequest RequestOf(int64_t day) const;

  const FlowCall& call_;
  const nodes::Flow& flow_;
  store::FlowBook& book_;
  int64_t first_ = 0;
  int64_t last_ = 0;
  int64_t day_ = 0;
  std::optional<DayPlan> first_plan_;
  std::list<nodes::Cycles> cycles_;        // their addresses stay
  std::list<nodes::RunRequest> requests_;  // as theirs do
};

}  // namespace paisql::flow
