#pragma once

// When nodes of a workflow are due, by their schedules and a time zone. Pure functions: who asks
// gives the time, so a clock that jumps, or a machine that slept, only asks for more of it at once.

#include <cstddef>
#include <cstdint>
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

// Of each node: its own schedule, else the workflow's; without either that of what it waits for
// which begins last, else of what begins first. "" for all where the workflow has none.
std::vector<std::string> SchedulesOf(const Flow& flow, const Graph& graph);

// What is due behind `after` and not behind `until`, in its order; the last `most` of it. A time
// that the wall clock leaves out is due as much later, one that it has twice is due once.
std::vector<DueRun> DueRuns(const std::vector<std::string>& schedules, const TimeZone& zone,
                            int64_t after, int64_t until, size_t most);

// The next time of any of them behind `after`; nullopt for none within a year.
std::optional<int64_t> NextDue(const std::vector<std::string>& schedules, const TimeZone& zone,
                               int64_t after);

// The instant at which the wall clock shows the time.
int64_t InstantOf(const TimeZone& zone, int64_t wall);

}  // namespace paisql::nodes
