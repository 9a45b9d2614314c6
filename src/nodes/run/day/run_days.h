#pragma once

// Runs of a workflow, one after another or side by side, from the first node to the last: the loop
// that lets nodes begin, waits for their ends and keeps what happens in the catalog.

#include <functional>
#include <optional>
#include <vector>

#include "base/events/event_sources.h"
#include "nodes/run/day/day_run.h"
#include "nodes/run/processes/worker.h"

namespace paisql::nodes {

// Gets reports of how runs go. All calls come from the thread of RunDays.
class RunObserver {
 public:
  virtual ~RunObserver() = default;
  virtual void Began(const DayRun& run) = 0;
  // The node's row is another one.
  virtual void Changed(const DayRun& run, size_t node) = 0;
  // Every kTickMs as long as something runs.
  virtual void Tick() {}
  virtual void Ended(const DayRun& run) = 0;
};

inline constexpr int64_t kTickMs = 500;

struct RunLimits {
  int nodes = 1;  // at once, of all days
  int days = 1;
  bool one_day = false;  // there is no other
};

struct DaysEnd {
  bool interrupted = false;
  int failed = 0;  // days
  int succeeded = 0;
};

// `next` gives the days to run, in their order; nullopt for no more. Each time `interrupts` is rung
// what runs is told to end, the second time without mercy, and nothing begins any more. An error is
// one of the catalog or of `next`: what runs is killed. `first` runs scripts, too.
Result<DaysEnd> RunDays(const std::function<Result<std::optional<DayRun>>()>& next,
                        const RunLimits& limits, const Programs& programs, const Bell& interrupts,
                        RunObserver& observer, std::optional<Worker> first = std::nullopt);

}  // namespace paisql::nodes
