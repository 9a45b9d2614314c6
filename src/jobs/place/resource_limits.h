#pragma once

// Limits the resources of a job's processes, and reports whether one of them ran out of memory.
// Where the user may make control groups (cgroup v2, a folder that was delegated), each process has
// one with its memory and its CPU, for all that it starts together. Elsewhere memory is
// RLIMIT_DATA, of each process by itself, and CPU is the number of CPUs that it may run on. Private
// to training.

#include <map>
#include <string>

#include "base/files/files.h"
#include "base/process/process.h"
#include "jobs/job/cluster.h"
#include "jobs/place/process_end.h"

namespace paisql::jobs {

class ResourceLimits {
 public:
  // `folder`: where control groups may be made, FolderForJobGroups() outside of tests; "" for none.
  // `note`: the file that tells where the job's group is, for the time when this process is dead
  // and it is not; "" for none.
  ResourceLimits(const std::string& job_id, const std::string& folder, const std::string& note);
  ~ResourceLimits();
  ResourceLimits(const ResourceLimits&) = delete;
  ResourceLimits& operator=(const ResourceLimits&) = delete;

  // The job's group as a note tells, "" when there is none.
  static std::string ReadNote(const std::string& note);

  bool uses_control_groups() const { return !group_.empty(); }
  // Says for people what it uses.
  std::string Text() const;
  // Fills in the limits of a process that is about to start. One for which no group can be made has
  // rlimits.
  void Apply(const ProcessPlan& plan, SpawnOptions* options);
  // Ends all that is in the group of a process, if it has one: what a dead one left behind.
  void EndLeftovers(const ProcessPlan& plan) const;
  // Whether the kernel has killed a process for memory since this one was started last: with
  // control groups one of its own, without them any of the machine.
  MemoryKill KernelKill(const ProcessPlan& plan) const;

 private:
  struct Kills {
    int64_t kills = 0;
    int64_t at_limit = 0;  // how often the group itself had no more memory to give
  };

  static bool Enter(const std::string& group);
  void RemoveNote() const;
  std::string GroupOf(const ProcessPlan& plan) const { return group_ + "/" + plan.Name(); }
  bool HasGroup(const ProcessPlan& plan) const;
  Kills Count(const ProcessPlan& plan) const;
  // The descriptor by which a process joins its group; not open when there is no group that would
  // hold it to its limits.
  Descriptor MakeGroup(const ProcessPlan& plan) const;

  std::string note_;
  std::string home_group_;                   // where the supervisor came from
  std::string group_;                        // the job's own, "" without control groups
  std::map<std::string, Descriptor> joins_;  // cgroup.procs of each process's group
  std::map<std::string, Kills> kills_before_;
  bool shares_cpu_ = false;  // by control groups
  int next_cpu_ = 0;
};

}  // namespace paisql::jobs
