#pragma once

// Processes on this machine: children of the supervisor, which is the reaper of all that they
// start. Private to training.

#include "training/held_port.h"
#include "training/launch.h"
#include "training/place.h"

namespace paisql::training {

class LocalPlace : public Place {
 public:
  // The job's parts outlive the place.
  explicit LocalPlace(const JobContext& job);

  Status Prepare(std::vector<ProcessPlan>* plans) override;
  Result<Admission> Ask() override;
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
  ResourceLimits resources_;
  std::vector<HeldPort> ports_;
};

}  // namespace paisql::training
