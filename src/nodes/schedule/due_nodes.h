#pragma once

// Which of the nodes that are due at a time may begin, by what has become of those that they wait
// for. Pure functions: who asks gives the states, and the time is that of the run.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "nodes/model/flow.h"
#include "nodes/model/graph.h"
#include "nodes/schedule/timetable.h"
#include "types/time/zone.h"

namespace paisql::nodes {

struct DueNodes {
  struct Blocked {
    size_t node = 0;
    std::string by;  // the instance that has not succeeded
  };

  std::vector<size_t> ready;
  std::vector<size_t> waits;  // for what comes later on this day
  std::vector<Blocked> blocked;
};

// `states`: how the instances of the run's day have ended, by their names. `later`: nodes of this
// day that wait already. What is not due on the day at all counts as done.
DueNodes JudgeDue(const Flow& flow, const Graph& graph, const TimeZone& zone, const DueRun& run,
                  const std::map<std::string, std::string>& states, const std::set<size_t>& later);

}  // namespace paisql::nodes
