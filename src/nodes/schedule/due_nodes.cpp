#include "nodes/schedule/due_nodes.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "nodes/model/cron.h"
#include "nodes/model/parameters.h"
#include "nodes/schedule/cycles.h"
#include "variables/schedule.h"

namespace paisql::nodes {

namespace {

using variables::kSecondsOfDay;
using variables::kSecondsOfMinute;

enum class Readiness { kNotDue, kReady, kWaits, kBlocked };

class Judge {
 public:
  Judge(const Flow& flow, const Graph& graph, const TimeZone& zone, const DueRun& run,
        const std::map<std::string, std::string>& states, const std::set<size_t>& later)
      : flow_(flow),
        graph_(graph),
        zone_(zone),
        run_(run),
        states_(states),
        later_(later),
        found_(flow.nodes.size(), Readiness::kNotDue) {
    day_ = run.cyctime / kSecondsOfDay;
    moment_.bizdate = day_ - 1;
    cycles_ = ExpandCycles(flow, graph, moment_);
    schedules_ = SchedulesOf(flow, graph);
    for (const size_t node : run.nodes) found_[node] = Readiness::kReady;
  }

  DueNodes Run() {
    DueNodes due;
    for (const size_t node : graph_.order) {
      if (found_[node] == Readiness::kNotDue) continue;
      std::string by;
      found_[node] = Look(node, by);
      if (found_[node] == Readiness::kReady) due.ready.push_back(node);
      if (found_[node] == Readiness::kWaits) due.waits.push_back(node);
      if (found_[node] == Readiness::kBlocked) due.blocked.push_back({node, by});
    }
    return due;
  }

 private:
  // Its instance in this run.
  size_t TurnOf(size_t node) const {
    const std::vector<int64_t>& times = cycles_->times[node];
    const int64_t second = run_.cyctime % kSecondsOfDay;
    for (size_t k = 0; k < times.size(); ++k) {
      if (times[k] / kSecondsOfMinute == second / kSecondsOfMinute) return k;
    }
    return 0;
  }

  // Due once, or never, on this day.
  int64_t FirstTime(size_t node) const {
    const Result<Cron> cron = ReadCron(schedules_[node]);
    return cron.ok() ? cron->FirstSecond() : 0;
  }

  Readiness Look(size_t node, std::string& by) const {
    Readiness worst = Readiness::kReady;
    const auto add = [&](Readiness one, const std::string& name) {
      if (one <= worst) return;
      worst = one;
      by = name;
    };
    if (!cycles_.has_value()) {
      for (const Edge& edge : graph_.after[node]) {
        add(LookAt(edge.from, flow_.nodes[edge.from].name, FirstTime(edge.from), true),
            flow_.nodes[edge.from].name);
      }
      return worst;
    }
    const size_t here = cycles_->instances[node][TurnOf(node)];
    for (const Edge& edge : cycles_->graph.after[here]) {
      const auto [from, turn] = Written(edge.from);
      const std::string& name = cycles_->flow.nodes[edge.from].name;
      const bool several = cycles_->instances[from].size() > 1;
      const int64_t time = several ? cycles_->times[from][turn] : FirstTime(from);
      add(LookAt(from, name, time, from != node && turn == TurnOf(from)), name);
    }
    return worst;
  }

  // The node and the turn of an instance.
  std::pair<size_t, size_t> Written(size_t instance) const {
    size_t node = 0;
    while (cycles_->instances[node].back() < instance) ++node;
    return {node, instance - cycles_->instances[node].front()};
  }

  Readiness LookAt(size_t from, const std::string& name, int64_t second, bool of_this_turn) const {
    // One of this run begins before.
    if (found_[from] != Readiness::kNotDue && of_this_turn) return found_[from];
    const auto state = states_.find(name);
    if (state != states_.end() && state->second == "SUCCESS") return Readiness::kReady;
    if (!IsDue(flow_, flow_.nodes[from], moment_)) return Readiness::kReady;
    if (state != states_.end() && state->second == "FAILURE") return Readiness::kBlocked;
    const bool comes = InstantOf(zone_, day_ * kSecondsOfDay + second) > run_.time;
    return comes || later_.contains(from) ? Readiness::kWaits : Readiness::kBlocked;
  }

  const Flow& flow_;
  const Graph& graph_;
  const TimeZone& zone_;
  const DueRun& run_;
  const std::map<std::string, std::string>& states_;
  const std::set<size_t>& later_;
  std::vector<Readiness> found_;
  int64_t day_ = 0;
  RunMoment moment_;
  std::optional<Cycles> cycles_;
  std::vector<std::string> schedules_;
};

}  // namespace

DueNodes JudgeDue(const Flow& flow, const Graph& graph, const TimeZone& zone, const DueRun& run,
                  const std::map<std::string, std::string>& states, const std::set<size_t>& later) {
  return Judge(flow, graph, zone, run, states, later).Run();
}

}  // namespace paisql::nodes
