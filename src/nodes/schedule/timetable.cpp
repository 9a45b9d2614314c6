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
using variables::kSecondsOfHour;
using variables::kSecondsOfMinute;

// The wall clock is at most so far from UTC, on both sides.
constexpr int64_t kFurthest = kSecondsOfDay;

int64_t DayOf(int64_t seconds) {
  return seconds / kSecondsOfDay - (seconds % kSecondsOfDay < 0 ? 1 : 0);
}

// The instants of a schedule on these days, with the wall clock's times: those after `after` and
// until `until`. `take` says whether to go on.
template <typename Take>
void EachTimeOn(const Cron& cron, const TimeZone& zone, int64_t first_day, int64_t last_day,
                const DoneUntil& after, int64_t until, const Take& take) {
  for (int64_t day = first_day; day <= last_day; ++day) {
    if (!cron.DueOn(day)) continue;
    for (const int hour : cron.hours) {
      const int64_t begin = day * kSecondsOfDay + hour * kSecondsOfHour;
      if (begin + kSecondsOfHour + kFurthest < after.time || begin - kFurthest > until) continue;
      for (const int minute : cron.minutes) {
        for (const int second : cron.seconds) {
          const int64_t wall = begin + minute * kSecondsOfMinute + second;
          const int64_t time = InstantOf(zone, wall);
          const bool later = std::pair(time, wall) > std::pair(after.time, after.cyctime);
          if (later && time <= until && !take(time, wall)) return;
        }
      }
    }
  }
}

// The last times of one schedule, and what was before them.
class LastTimes {
 public:
  LastTimes(const Cron& cron, const TimeZone& zone, size_t most)
      : cron_(cron),
        zone_(zone),
        most_(static_cast<int64_t>(most)),
        of_day_(
            static_cast<int64_t>(cron.hours.size() * cron.minutes.size() * cron.seconds.size())) {}

  void Find(const DoneUntil& after, int64_t until) {
    const int64_t first = DayOf(after.time - kFurthest);
    const int64_t last = DayOf(until + kFurthest);
    // Days on both edges are looked at time by time, those between them only counted: a clock that
    // jumps by centuries asks for no more than one that jumps by a year.
    constexpr int64_t kEdge = 3;
    int64_t kept_from = last;
    int64_t kept = 0;
    while (kept_from > first + kEdge && kept < most_ + kEdge * of_day_) {
      if (cron_.DueOn(kept_from)) kept += of_day_;
      --kept_from;
    }
    if (kept_from <= first + kEdge) return Add(first, last, after, until);
    Add(first, first + kEdge - 1, after, until);
    for (int64_t day = first + kEdge; day < kept_from; ++day) {
      if (!cron_.DueOn(day)) continue;
      left_out.times += of_day_;
      Leave(InstantOf(zone_, day * kSecondsOfDay + cron_.FirstSecond()),
            day * kSecondsOfDay + cron_.FirstSecond());
    }
    Add(kept_from, last, after, until);
  }

  std::set<std::pair<int64_t, int64_t>> times;
  LeftOut left_out;  // `times` of it counts also what Find has left out

 private:
  void Add(int64_t first, int64_t last, const DoneUntil& after, int64_t until) {
    EachTimeOn(cron_, zone_, first, last, after, until, [&](int64_t time, int64_t wall) {
      times.emplace(time, wall);
      if (static_cast<int64_t>(times.size()) > most_) {
        ++left_out.times;
        Leave(times.begin()->first, times.begin()->second);
        times.erase(times.begin());
      }
      return true;
    });
  }

  void Leave(int64_t time, int64_t wall) {
    if (left_out.until == 0) left_out.first = wall;
    left_out.first = std::min(left_out.first, wall);
    if (time < left_out.until) return;
    left_out.last = wall;
    left_out.until = time;
  }

  const Cron& cron_;
  const TimeZone& zone_;
  int64_t most_;
  int64_t of_day_;
};

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

DueTimes DueRuns(const std::vector<std::string>& schedules, const TimeZone& zone,
                 const DoneUntil& after, int64_t until, size_t most,
                 const std::map<std::string, int64_t>& skipped) {
  std::map<std::pair<int64_t, int64_t>, std::vector<size_t>> found;
  DueTimes due;
  for (const auto& [schedule, nodes] : Groups(schedules)) {
    const Result<Cron> cron = ReadCron(schedule);
    if (!cron.ok()) continue;
    const auto before = skipped.find(schedule);
    LastTimes last(*cron, zone, most);
    last.Find(
        before != skipped.end() && before->second > after.time ? DoneUntil{before->second} : after,
        until);
    for (const auto& when : last.times) {
      std::vector<size_t>& of_time = found[when];
      of_time.insert(of_time.end(), nodes.begin(), nodes.end());
    }
    if (last.left_out.times == 0) continue;
    last.left_out.schedule = schedule;
    last.left_out.nodes = nodes;
    due.left_out.push_back(std::move(last.left_out));
  }
  for (auto& [when, nodes] : found) {
    std::ranges::sort(nodes);
    due.runs.push_back({when.first, when.second, std::move(nodes)});
  }
  return due;
}

std::optional<int64_t> NextDue(const std::vector<std::string>& schedules, const TimeZone& zone,
                               const DoneUntil& after) {
  constexpr int64_t kSteps[] = {kSecondsOfHour, 2 * kSecondsOfDay, 40 * kSecondsOfDay,
                                370 * kSecondsOfDay};
  for (const int64_t step : kSteps) {
    std::optional<int64_t> next;
    for (const auto& [schedule, nodes] : Groups(schedules)) {
      const Result<Cron> cron = ReadCron(schedule);
      if (!cron.ok()) continue;
      const int64_t until = next.has_value() ? *next : after.time + step;
      EachTimeOn(*cron, zone, DayOf(after.time - kFurthest), DayOf(until + kFurthest), after, until,
                 [&](int64_t time, int64_t wall) {
                   next = next.has_value() ? std::min(*next, time) : time;
                   // Times follow each other, but one that the clock leaves out comes after later
                   // ones.
                   return time + zone.OffsetAt(time) != wall;
                 });
    }
    if (next.has_value()) return next;
  }
  return std::nullopt;
}

}  // namespace paisql::nodes
