#include "nodes/schedule/cycles.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "nodes/model/cron.h"
#include "nodes/schedule/timetable.h"
#include "variables/schedule.h"

namespace paisql::nodes {

namespace {

using variables::kSecondsOfDay;
using variables::kSecondsOfHour;
using variables::kSecondsOfMinute;

// The minutes of the day at which it is due; none where it is not due more than once.
std::vector<int64_t> TimesOn(const std::string& schedule, int64_t day) {
  std::vector<int64_t> times;
  if (schedule.empty()) return times;
  const Result<Cron> cron = ReadCron(schedule);
  if (!cron.ok() || !cron->DueOn(day) || cron->hours.size() * cron->minutes.size() < 2)
    return times;
  for (const int hour : cron->hours) {
    for (const int minute : cron->minutes) {
      times.push_back(hour * kSecondsOfHour + minute * kSecondsOfMinute + cron->seconds.front());
    }
  }
  return times;
}

// The positions of those among `of` that an instance waits for.
std::vector<size_t> WaitsFor(const std::vector<int64_t>& own, size_t instance,
                             const std::vector<int64_t>& of) {
  std::vector<size_t> found;
  if (of.size() == 1) return {0};
  if (own.size() == 1) {
    for (size_t k = 0; k < of.size(); ++k) found.push_back(k);
    return found;
  }
  if (own.size() == of.size()) return {instance};
  const int64_t after = instance == 0 ? -1 : own[instance - 1];
  std::optional<size_t> before;
  for (size_t k = 0; k < of.size() && of[k] <= own[instance]; ++k) {
    if (of[k] > after) found.push_back(k);
    before = k;
  }
  if (found.empty() && before.has_value()) found.push_back(*before);
  return found;
}

class Expander {
 public:
  Expander(const Flow& flow, const Graph& graph, const RunMoment& moment)
      : flow_(flow), graph_(graph), moment_(moment), schedules_(SchedulesOf(flow, graph)) {}

  std::optional<Cycles> Run() {
    bool any = false;
    for (size_t i = 0; i < flow_.nodes.size(); ++i) {
      std::vector<int64_t> times = TimesOn(schedules_[i], moment_.bizdate + 1);
      several_.push_back(!times.empty());
      any = any || several_.back();
      if (times.empty()) times.push_back(0);
      if (several_.back() && moment_.cyctime.has_value()) {
        times = {*moment_.cyctime % kSecondsOfDay};
      }
      made_.times.push_back(std::move(times));
    }
    // Without an order nothing runs.
    if (!any || graph_.order.empty()) return std::nullopt;
    made_.flow = flow_;
    made_.flow.nodes.clear();
    for (size_t i = 0; i < flow_.nodes.size(); ++i) AddInstances(i);
    made_.graph.after.resize(made_.flow.nodes.size());
    made_.graph.sources.resize(made_.flow.nodes.size());
    made_.graph.merged.resize(made_.flow.nodes.size());
    for (size_t i = 0; i < flow_.nodes.size(); ++i) {
      for (size_t k = 0; k < made_.instances[i].size(); ++k) Link(i, k);
    }
    for (const size_t i : graph_.order) {
      made_.graph.order.insert(made_.graph.order.end(), made_.instances[i].begin(),
                               made_.instances[i].end());
    }
    return std::move(made_);
  }

 private:
  void AddInstances(size_t i) {
    std::vector<size_t> positions;
    for (size_t k = 0; k < made_.times[i].size(); ++k) {
      Node node = flow_.nodes[i];
      if (several_[i]) {
        const int64_t time = made_.times[i][k];
        node.cycle_of = node.name;
        node.name = InstanceName(node.name, time);
        node.behind_last = k > 0;
        node.cron = fmt::format("{} {} {} * * ?", time % kSecondsOfMinute,
                                time % kSecondsOfHour / kSecondsOfMinute, time / kSecondsOfHour);
      }
      UsePrevious(i, k, node);
      positions.push_back(made_.flow.nodes.size());
      made_.flow.nodes.push_back(std::move(node));
    }
    made_.instances.push_back(std::move(positions));
  }

  // Adds its dependencies on the day before; a dependency on itself becomes an instance of this
  // day, except for the first.
  void UsePrevious(size_t i, size_t k, Node& node) {
    std::vector<Named> all;
    for (const Named& previous : std::exchange(node.previous, {})) {
      const std::optional<size_t> other =
          previous.name == "self" ? std::optional(i) : flow_.Find(previous.name);
      if (!other.has_value() || !several_[*other]) {
        all.push_back(previous);
      } else if (*other == i) {
        if (k > 0) {
          self_.emplace_back(i, k);
          continue;
        }
        const std::vector<int64_t> times = TimesOn(schedules_[i], moment_.bizdate + 1);
        // Where it runs alone, the one before is nobody's of the day before.
        if (made_.times[i].front() / kSecondsOfMinute == times.front() / kSecondsOfMinute) {
          all.push_back({InstanceName(flow_.nodes[i].name, times.back()), previous.place});
        }
      } else {
        for (const int64_t time : TimesOn(schedules_[*other], moment_.bizdate)) {
          all.push_back({InstanceName(previous.name, time), previous.place});
        }
      }
    }
    node.previous = std::move(all);
  }

  void Link(size_t i, size_t k) {
    const size_t here = made_.instances[i][k];
    const auto waits = [&](size_t from) { return WaitsFor(made_.times[i], k, made_.times[from]); };
    std::vector<Edge>& after = made_.graph.after[here];
    for (const Edge& edge : graph_.after[i]) {
      for (const size_t turn : waits(edge.from)) {
        after.push_back({made_.instances[edge.from][turn], edge.reason, edge.arms});
      }
    }
    if (std::ranges::find(self_, std::pair(i, k)) != self_.end()) {
      after.push_back({made_.instances[i][k - 1], "", {}});
    }
    std::ranges::sort(after, {}, &Edge::from);
    // The values given are those of the last of them.
    for (const std::optional<size_t>& source : graph_.sources[i]) {
      std::optional<size_t> from;
      if (source.has_value()) {
        const std::vector<size_t> turns = waits(*source);
        if (!turns.empty()) from = made_.instances[*source][turns.back()];
      }
      made_.graph.sources[here].push_back(from);
    }
    Node& node = made_.flow.nodes[here];
    const std::vector<MergeArm> arms = std::exchange(node.control.merges, {});
    for (size_t arm = 0; arm < arms.size(); ++arm) {
      const Graph::Source& source = graph_.merged[i][arm];
      if (!source.node.has_value()) {
        node.control.merges.push_back(arms[arm]);
        made_.graph.merged[here].push_back(source);
        continue;
      }
      for (const size_t turn : waits(*source.node)) {
        node.control.merges.push_back(arms[arm]);
        made_.graph.merged[here].push_back({made_.instances[*source.node][turn], source.arm});
      }
    }
  }

  const Flow& flow_;
  const Graph& graph_;
  const RunMoment& moment_;
  std::vector<std::string> schedules_;
  std::vector<bool> several_;
  std::vector<std::pair<size_t, size_t>> self_;  // instances that wait for the one before
  Cycles made_;
};

}  // namespace

bool MayHaveCycles(const Flow& flow) {
  const auto several = [](const std::string& schedule) {
    if (schedule.empty()) return false;
    const Result<Cron> cron = ReadCron(schedule);
    return cron.ok() && cron->hours.size() * cron->minutes.size() > 1;
  };
  return several(flow.cron) ||
         std::ranges::any_of(flow.nodes, [&](const Node& node) { return several(node.cron); });
}

std::string InstanceName(const std::string& node, int64_t second) {
  return fmt::format("{}@{:02}{:02}", node, second / kSecondsOfHour,
                     second % kSecondsOfHour / kSecondsOfMinute);
}

std::optional<Cycles> ExpandCycles(const Flow& flow, const Graph& graph, const RunMoment& moment) {
  return Expander(flow, graph, moment).Run();
}

}  // namespace paisql::nodes
