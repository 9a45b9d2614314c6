#include "nodes/schedule/timetable.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "nodes/model/cron.h"
#include "variables/schedule.h"

namespace paisql::nodes {

namespace {

using variables::kSecondsOfDay;

constexpr int64_t kHour = 3600;
constexpr int64_t kMinute = 60;
// The wall clock is at most so far from UTC, on both sides.
constexpr int64_t kFurthest = kSecondsOfDay;

int64_t DayOf(int64_t seconds) {
  return seconds / kSecondsOfDay - (seconds % kSecondsOfDay < 0 ? 1 : 0);
}

// The instants of a schedule within (after, until], with the wall clock's times.
template <typename Take>
void EachTime(const Cron& cron, const TimeZone& zone, int64_t after, int64_t until,
              const Take& take) {
  for (int64_t day = DayOf(after - kFurthest); day <= DayOf(until + kFurthest); ++day) {
    if (!cron.DueOn(day)) continue;
    for (const int hour : cron.hours) {
      const int64_t begin = day * kSecondsOfDay + hour * kHour;
      if (begin + kHour + kFurthest < after || begin - kFurthest > until) continue;
      for (const int minute : cron.minutes) {
        for (const int second : cron.seconds) {
          const int64_t wall = begin + minute * kMinute + second;
          const int64_t time = InstantOf(zone, wall);
          if (time > after && time <= until && !take(time, wall)) return;
        }
      }
    }
  }
}

// Each schedule once, with the nodes that have it.
std::map<std::string, std::vector<size_t>> Groups(const std::vector<std::string>& schedules) {
  std::map<std::string, std::vector<size_t>> groups;
  for (size_t i = 0; i < schedules.size(); ++i) {
    if (!schedules[i].empty()) groups[schedules[i]].push_back(i);
  }
  return groups;
}

}  // namespace

int64_t InstantOf(const TimeZone& zone, int64_t wall) {
  const int64_t before = zone.OffsetAt(wall - kFurthest);
  const int64_t behind = zone.OffsetAt(wall + kFurthest);
  const int64_t first = wall - std::max(before, behind);
  const int64_t second = wall - std::min(before, behind);
  if (first + zone.OffsetAt(first) == wall) return first;
  if (second + zone.OffsetAt(second) == wall) return second;
  // The clock was put forward over it.
  return wall - before;
}

std::vector<std::string> SchedulesOf(const Flow& flow, const Graph& graph) {
  std::vector<std::string> schedules(flow.nodes.size());
  const auto first_second = [](const std::string& schedule) {
    const Result<Cron> cron = ReadCron(schedule);
    return cron.ok() ? cron->FirstSecond() : int64_t{0};
  };
  std::string earliest;
  for (size_t i = 0; i < schedules.size(); ++i) {
    schedules[i] = flow.nodes[i].cron.empty() ? flow.cron : flow.nodes[i].cron;
    if (schedules[i].empty()) continue;
    if (earliest.empty() || first_second(schedules[i]) < first_second(earliest)) {
      earliest = schedules[i];
    }
  }
  for (const size_t i : graph.order) {
    if (!schedules[i].empty()) continue;
    std::string latest;
    for (const Edge& edge : graph.after[i]) {
      const std::string& one = schedules[edge.from];
      if (!one.empty() && (latest.empty() || first_second(one) > first_second(latest))) {
        latest = one;
      }
    }
    schedules[i] = latest.empty() ? earliest : latest;
  }
  return schedules;
}

std::vector<DueRun> DueRuns(const std::vector<std::string>& schedules, const TimeZone& zone,
                            int64_t after, int64_t until, size_t most) {
  std::map<std::pair<int64_t, int64_t>, std::vector<size_t>> found;
  for (const auto& [schedule, nodes] : Groups(schedules)) {
    const Result<Cron> cron = ReadCron(schedule);
    if (!cron.ok()) continue;
    EachTime(*cron, zone, after, until, [&](int64_t time, int64_t wall) {
      std::vector<size_t>& due = found[{time, wall}];
      due.insert(due.end(), nodes.begin(), nodes.end());
      if (found.size() > most) found.erase(found.begin());
      return true;
    });
  }
  std::vector<DueRun> runs;
  for (auto& [when, nodes] : found) {
    std::ranges::sort(nodes);
    runs.push_back({when.first, when.second, std::move(nodes)});
  }
  return runs;
}

std::optional<int64_t> NextDue(const std::vector<std::string>& schedules, const TimeZone& zone,
                               int64_t after) {
  constexpr int64_t kSteps[] = {kHour, 2 * kSecondsOfDay, 40 * kSecondsOfDay, 370 * kSecondsOfDay};
  for (const int64_t step : kSteps) {
    std::optional<int64_t> next;
    for (const auto& [schedule, nodes] : Groups(schedules)) {
      const Result<Cron> cron = ReadCron(schedule);
      if (!cron.ok()) continue;
      const int64_t until = next.has_value() ? *next : after + step;
      EachTime(*cron, zone, after, until, [&](int64_t time, int64_t) {
        next = next.has_value() ? std::min(*next, time) : time;
        // Times follow each other but for what the clock leaves out.
        return false;
      });
    }
    if (next.has_value()) return next;
  }
  return std::nullopt;
}

}  // namespace paisql::nodes
