#include "jobs/place/resource_limits.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <nlohmann/json.hpp>

#include "base/system/free_memory.h"
#include "jobs/files/json_file.h"
#include "jobs/machine/control_group.h"

namespace paisql::jobs {

namespace {

constexpr int64_t kBytesInMb = 1024 * 1024;
constexpr int kPeriodMicroseconds = 100'000;
constexpr int kNoteFormat = 1;

// `count` CPUs of those that this process may use, a different share for each call; empty when that
// limits nothing.
std::vector<int> ShareOfCpus(int count, int* next) {
  cpu_set_t mask;
  if (sched_getaffinity(0, sizeof mask, &mask) != 0) return {};
  std::vector<int> all;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &mask)) all.push_back(cpu);
  }
  if (count <= 0 || count >= static_cast<int>(all.size())) return {};
  std::vector<int> share;
  for (int i = 0; i < count; ++i) {
    share.push_back(all[static_cast<size_t>((*next)++) % all.size()]);
  }
  return share;
}

}  // namespace

ResourceLimits::ResourceLimits(const std::string& job_id, const std::string& folder,
                               const std::string& note)
    : note_(note) {
  if (folder.empty() || !EnableController(folder, "memory")) return;
  RemoveDeserted(folder);
  const std::vector<std::string> own = OwnControlGroups();
  const std::string group = JobGroup(folder, job_id);
  // Before there is anything to be found by it. Without it, the next job removes the group.
  if (!note_.empty()) (void)WriteJson(note_, {{"format", kNoteFormat}, {"path", group}});
  // Another supervisor may take the group for a deserted one until this process is in it.
  constexpr int kAttempts = 5;
  for (int i = 0; i < kAttempts && group_.empty(); ++i) {
    if (Enter(group)) group_ = group;
  }
  if (group_.empty()) {
    RemoveGroup(group);
    RemoveNote();
    return;
  }
  if (!own.empty()) home_group_ = own.front();
  shares_cpu_ = EnableController(folder, "cpu") && EnableController(group_, "cpu");
}

bool ResourceLimits::Enter(const std::string& group) {
  // Moving a process there is what may be forbidden, so the supervisor goes first; below the job's
  // group, because one with processes gives its children no controllers.
  const std::string supervisor = group + "/supervisor";
  const auto make = [](const std::string& path) {
    return mkdir(path.c_str(), 0777) == 0 || errno == EEXIST;
  };
  return make(group) && EnableController(group, "memory") && make(supervisor) &&
         WriteControl(supervisor + "/cgroup.procs", "0");
}

ResourceLimits::~ResourceLimits() {
  if (group_.empty()) return;
  // The group where it came from may be gone. Then this one stays until the next job comes.
  if (!home_group_.empty()) WriteControl(home_group_ + "/cgroup.procs", "0");
  RemoveGroup(group_);
  RemoveNote();
}

void ResourceLimits::RemoveNote() const {
  if (!note_.empty()) unlink(note_.c_str());
}

std::string ResourceLimits::ReadNote(const std::string& note) {
  const Result<std::string> text = ReadFile(note);
  if (!text.ok()) return "";
  const nlohmann::json json = nlohmann::json::parse(*text, nullptr, false);
  const auto path = json.is_object() ? json.find("path") : json.end();
  return path != json.end() && path->is_string() ? path->get<std::string>() : "";
}

std::string ResourceLimits::Text() const {
  const std::string affinity = "CPU by the number of CPUs";
  if (!uses_control_groups()) return "memory by rlimits, " + affinity;
  return "memory by control groups, " + (shares_cpu_ ? "CPU by control groups" : affinity);
}

void ResourceLimits::Apply(const ProcessPlan& plan, SpawnOptions* options) {
  const RoleSpec& resources = plan.resources;
  if (uses_control_groups()) {
    Descriptor& join = joins_[plan.Name()];
    if (!join.open()) join = MakeGroup(plan);
    options->control_group = join.get();
  }
  const bool grouped = HasGroup(plan);
  if (!grouped) options->data_bytes = resources.memory_mb * kBytesInMb;
  if (!grouped || !shares_cpu_) {
    options->cpus = ShareOfCpus((resources.cpu + kWholeCore - 1) / kWholeCore, &next_cpu_);
  }
  kills_before_[plan.Name()] = Count(plan);
}

bool ResourceLimits::HasGroup(const ProcessPlan& plan) const {
  const auto join = joins_.find(plan.Name());
  return join != joins_.end() && join->second.open();
}

Descriptor ResourceLimits::MakeGroup(const ProcessPlan& plan) const {
  const RoleSpec& resources = plan.resources;
  const std::string group = GroupOf(plan);
  mkdir(group.c_str(), 0777);
  if (resources.memory_mb > 0) {
    if (!WriteControl(group + "/memory.max", std::to_string(resources.memory_mb * kBytesInMb)))
      return {};
    WriteControl(group + "/memory.swap.max", "0");  // not there without swap
    WriteControl(group + "/memory.oom.group", "1");
  }
  if (resources.cpu > 0 && shares_cpu_ &&
      !WriteControl(group + "/cpu.max",
                    std::to_string(int64_t{resources.cpu} * kPeriodMicroseconds / kWholeCore) +
                        " " + std::to_string(kPeriodMicroseconds))) {
    return {};
  }
  return Descriptor(open((group + "/cgroup.procs").c_str(), O_WRONLY | O_CLOEXEC));
}

void ResourceLimits::EndLeftovers(const ProcessPlan& plan) const {
  if (HasGroup(plan)) KillGroup(GroupOf(plan));
}

ResourceLimits::Kills ResourceLimits::Count(const ProcessPlan& plan) const {
  if (!HasGroup(plan)) return {NumberIn("/proc/vmstat", "oom_kill"), 0};
  const std::string events = GroupOf(plan) + "/memory.events";
  return {NumberIn(events, "oom_kill"), NumberIn(events, "oom")};
}

MemoryKill ResourceLimits::KernelKill(const ProcessPlan& plan) const {
  const auto before = kills_before_.find(plan.Name());
  if (before == kills_before_.end()) return MemoryKill::kNone;
  const Kills now = Count(plan);
  if (now.kills <= before->second.kills) return MemoryKill::kNone;
  return now.at_limit > before->second.at_limit ? MemoryKill::kOwnLimit : MemoryKill::kMachine;
}

}  // namespace paisql::jobs
