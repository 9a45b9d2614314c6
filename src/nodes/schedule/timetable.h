#pragma once

// When nodes of a workflow are due, by their schedules and a time zone. Pure functions: who asks
// gives the time, so a clock that jumps, or a machine that slept, only asks for more of it at once.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "nodes/model/flow.h"
#include "nodes/model/graph.h"
#include "types/time/zone.h"

namespace paisql::nodes {

// Nodes that are due at one time.
struct DueRun {
  int64_t time = 0;     // UTC seconds since the epoch
  int64_t cyctime = 0;  // of the wall clock, as variables::Schedule has it
  std::vector<size_t> nodes;
};

// Gives the schedule of each node: its own, else the workflow's. Without either the node takes the
// schedule of the node it waits for that begins last, else of the one that begins first. "" for
// all where the workflow has no schedule.
std::vector<std::string> SchedulesOf(const Flow& flow, const Graph& graph);

// How far the times of a workflow are done: all before the instant, and at the instant those that
// the wall clock calls `cyctime` or earlier. Where the clock is put forward, two times of the wall
// clock are one instant.
struct DoneUntil {
  int64_t time = 0;  // UTC seconds since the epoch
  int64_t cyctime = std::numeric_limits<int64_t>::max();

  bool operator==(const DoneUntil&) const = default;
};

// Times of a schedule that are not caught up, because too many of it were missed.
struct LeftOut {
  std::string schedule;
  std::vector<size_t> nodes;
  int64_t times = 0;
  int64_t first = 0;  // of the wall clock
  int64_t last = 0;
  int64_t until = 0;  // the instant of the last one
};

struct DueTimes {
  std::vector<DueRun> runs;  // in their order
  std::vector<LeftOut> left_out;
};

// Gives the runs that are due after `after` and until `until`. It takes the last `most` times of
// each schedule, so a frequent node takes no place of a rare one. `skipped`: the instant of a
// schedule until which its times were left out before. A time that the wall clock leaves out is
// due as much later; a time that the clock shows twice is due once.
DueTimes DueRuns(const std::vector<std::string>& schedules, const TimeZone& zone,
                 const DoneUntil& after, int64_t until, size_t most,
                 const std::map<std::string, int64_t>& skipped = {});

// The next time of any of them after `after`; nullopt for none within a year.
std::optional<int64_t> NextDue(const std::vector<std::string>& schedules, const TimeZone& zone,
                               const DoneUntil& after);

// The instant at which the wall clock shows the time.
int64_t InstantOf(const TimeZone& zone, int64_t wall);

}  // namespace paisql::nodes
