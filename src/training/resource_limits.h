#pragma once

// What the processes of a job may use, and whether one of them ran out of memory. Where the user
// may make control groups (cgroup v2, a folder that was delegated), each process has one with its
// memory and its CPU, for all that it starts together. Elsewhere memory is RLIMIT_DATA, of each
// process by itself, and CPU is the number of CPUs that it may run on. Private to training.

#include <map>
#include <string>

#include "base/files.h"
#include "base/process.h"
#include "training/cluster.h"

namespace paisql::training {

// Whose memory was too little when the kernel killed a process.
enum class MemoryKill { kNone, kOwnLimit, kMachine };

class ResourceLimits {
 public:
  // `folder`: where control groups may be made, DelegatedFolder() outside of tests; "" for none.
  ResourceLimits(const std::string& job_id, const std::string& folder);
  ~ResourceLimits();
  ResourceLimits(const ResourceLimits&) = delete;
  ResourceLimits& operator=(const ResourceLimits&) = delete;

  // The folders of the control group that this process is in and of those around it; none without
  // cgroup v2.
  static std::vector<std::string> OwnFolders();
  // The folder of the control group in which this process may make others, or "".
  static std::string DelegatedFolder();

  bool uses_control_groups() const { return !group_.empty(); }
  // What it uses, for people.
  std::string Text() const;
  // Fills in the limits of a process that is about to start.
  void Apply(const ProcessPlan& plan, SpawnOptions* options);
  // Whether the kernel has killed a process for memory since this one was started last: with
  // control groups one of its own, without them any of the machine.
  MemoryKill KernelKill(const ProcessPlan& plan) const;

 private:
  std::string GroupOf(const ProcessPlan& plan) const { return group_ + "/" + plan.Name(); }
  int64_t Kills(const ProcessPlan& plan) const;
  // The descriptor by which a process joins its group.
  Descriptor MakeGroup(const ProcessPlan& plan) const;

  std::string home_group_;                   // where the supervisor came from
  std::string group_;                        // the job's own, "" without control groups
  std::map<std::string, Descriptor> joins_;  // cgroup.procs of each process's group
  std::map<std::string, int64_t> kills_before_;
  bool shares_cpu_ = false;  // by control groups
  int next_cpu_ = 0;
};

}  // namespace paisql::training
