#pragma once

// Processes on this machine: children of the supervisor, which is the reaper of all that they
// start. Private to training.

#include "training/place/held_port.h"
#include "training/place/place.h"
#include "training/queue/job_queue.h"
#include "training/runtime/launch.h"
#include "training/warm/warm_children.h"

namespace paisql::training {

class LocalPlace : public Place {
 public:
  // The job's parts and the catalog outlive the place. `warm`: children that may become the first
  // processes.
  LocalPlace(const JobContext& job, store::Catalog& catalog, WarmChildren warm = {});

  Status Prepare(std::vector<ProcessPlan>* plans) override;
  Result<Admission> Ask() override;
  std::string LimitsText() const override;
  Result<pid_t> Start(const std::vector<ProcessPlan>& all, const ProcessPlan& own,
                      const ProcessStreams& streams) override;
  std::optional<ProcessExit> Reap() override;
  bool AnyLeft() override;
  void SignalAll(const std::vector<pid_t>& processes, int number) override;
  void SignalLeftovers(const ProcessPlan& plan, int number) override;
  int64_t ComputedMs() override;
  MemoryKill KernelKill(const ProcessPlan& plan) const override;

 private:
  const JobContext& job_;
  JobQueue queue_;
  ResourceLimits resources_;
  WarmChildren warm_;
  std::vector<HeldPort> ports_;
  std::vector<int> cards_;  // of all processes
  int64_t looked_ms_ = 0;   // when the cards were looked at
  int64_t card_ms_ = 0;     // that they were busy since the start
  int64_t asking_ms_ = 0;   // of CPU, for looking at them
};

}  // namespace paisql::training
