#pragma once

// Processes on this machine: children of the supervisor, which is the reaper of all that they
// start. What they print and tell comes through pipes, their ends through SIGCHLD, and news of room
// through SIGUSR1; the supervisor has blocked both before (BlockSignals). Private to jobs.

#include <deque>
#include <optional>
#include <vector>

#include "base/events/event_loop.h"
#include "base/events/event_sources.h"
#include "jobs/place/held_port.h"
#include "jobs/place/output_pipe.h"
#include "jobs/place/place.h"
#include "jobs/place/resource_limits.h"
#include "jobs/queue/job_queue.h"
#include "jobs/runtime/launch.h"
#include "jobs/warm/warm_children.h"

namespace paisql::jobs {

class LocalPlace : public Place {
 public:
  // The job's parts, the catalog and the loop outlive the place; Wait and Stop turn the loop, so
  // that what the supervisor watches is served beside the processes. `warm`: children that may
  // become the first processes.
  LocalPlace(const JobContext& job, store::Catalog& catalog, EventLoop& loop,
             WarmChildren warm = {});

  Status Prepare(std::vector<ProcessPlan>* plans, PlaceEvents& events) override;
  Result<Admission> Ask() override;
  std::string LimitsText() const override;
  Result<ProcessHandle> Start(const std::vector<ProcessPlan>& all, const ProcessPlan& own) override;
  void TidyUp(ProcessHandle ended) override;
  Status Wait(int64_t deadline_ms) override;
  void Wake() override;
  void Stop(int64_t grace_ms) override;
  int64_t ComputedMs() override;
  bool HasUsages() const override { return true; }
  std::vector<ProcessUsage> Usages() override;

 private:
  // A process of the job through its starts.
  struct Child {
    ProcessPlan plan;
    OutputPipe output;
    OutputPipe progress;
    ProcessHandle handle = ProcessHandle::kNone;  // of its last start
    pid_t pid = 0;                                // 0 unless it runs
    bool told = true;                             // that it has started
    EventLoop::Watch output_watch = {};
    EventLoop::Watch progress_watch = {};
  };

  struct Exit {
    Child* child = nullptr;
    int status = 0;
  };

  Status WatchSignals();
  EventLoop::Watch Watch(int descriptor, std::function<void()> ready);
  Child* Find(ProcessHandle handle);
  Result<pid_t> Launch(const std::vector<ProcessPlan>& all, const ProcessPlan& own,
                       const Child& child);
  void PumpOutput(const Child& child);
  void PumpProgress(const Child& child);
  bool TellStarts();
  std::vector<Exit> TakeExits();
  void Reap();
  static bool AnyLeft();
  void SignalAll(int number);
  void SignalLeftovers(const ProcessPlan& plan, int number);

  const JobContext& job_;
  EventLoop& loop_;
  JobQueue queue_;
  ResourceLimits resources_;
  WarmChildren warm_;
  PlaceEvents* events_ = nullptr;
  std::deque<Child> children_;  // in the order of the plans; stay where they are
  std::optional<Bell> bell_;
  std::optional<SignalSource> signals_;
  std::vector<EventLoop::Watch> watches_;
  std::vector<HeldPort> ports_;
  std::vector<int> cards_;  // of all processes
  bool ended_ = false;      // a child may have ended
  int64_t last_handle_ = 0;
  int64_t looked_ms_ = 0;      // when the cards were looked at
  int64_t card_ms_ = 0;        // that they were busy since the start
  int64_t asking_ms_ = 0;      // of CPU, for looking at them
  int64_t next_cards_ms_ = 0;  // when Usages looks at the cards again
};

}  // namespace paisql::jobs
