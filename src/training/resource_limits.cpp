#include "training/resource_limits.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <filesystem>

#include "base/text.h"
#include "training/files.h"

namespace paisql::training {

namespace {

constexpr int64_t kBytesInMb = 1024 * 1024;
constexpr int kPeriodMicroseconds = 100'000;

// Control files take one write, and are never made.
bool WriteControl(const std::string& path, const std::string& text) {
  const Descriptor file(open(path.c_str(), O_WRONLY | O_CLOEXEC));
  return file.open() &&
         write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

// The number behind a name in a file of "name number" lines; 0 when there is none.
int64_t NumberIn(const std::string& path, std::string_view name) {
  const Result<std::string> text = ReadFile(path);
  if (!text.ok()) return 0;
  for (const std::string& line : Split(*text, '\n')) {
    const std::vector<std::string> words = Split(line, ' ');
    int64_t number = 0;
    if (words.size() != 2 || words[0] != name) continue;
    std::from_chars(words[1].data(), words[1].data() + words[1].size(), number);
    return number;
  }
  return 0;
}

bool EnableController(const std::string& group, const std::string& name) {
  const std::string path = group + "/cgroup.subtree_control";
  const Result<std::string> enabled = ReadFile(path);
  if (!enabled.ok()) return false;
  const std::vector<std::string> names = Split(Trim(*enabled), ' ');
  return std::find(names.begin(), names.end(), name) != names.end() ||
         WriteControl(path, "+" + name);
}

// `count` CPUs of those that this process may use, a different share for each call; none when that
// is no limit.
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

// "mount point" and "path below it" of this process's control group.
struct OwnGroup {
  std::string mount;
  std::string path;
};

OwnGroup FindOwnGroup() {
  const Result<std::string> mounts = ReadFile("/proc/self/mounts");
  const Result<std::string> groups = ReadFile("/proc/self/cgroup");
  if (!mounts.ok() || !groups.ok()) return {};
  OwnGroup own;
  for (const std::string& line : Split(*mounts, '\n')) {
    const std::vector<std::string> words = Split(line, ' ');
    if (words.size() > 2 && words[2] == "cgroup2") own.mount = words[1];
  }
  constexpr std::string_view kUnified = "0::";
  for (const std::string& line : Split(*groups, '\n')) {
    if (line.starts_with(kUnified)) own.path = line.substr(kUnified.size());
  }
  return own;
}

}  // namespace

std::vector<std::string> ResourceLimits::OwnFolders() {
  const OwnGroup own = FindOwnGroup();
  if (own.mount.empty() || own.path.empty()) return {};
  std::vector<std::string> folders;
  std::filesystem::path folder = own.mount + own.path;
  while (folder.native().size() > own.mount.size()) {
    folders.push_back(folder);
    folder = folder.parent_path();
  }
  folders.push_back(own.mount);
  return folders;
}

std::string ResourceLimits::DelegatedFolder() {
  const std::string mount = FindOwnGroup().mount;
  const std::vector<std::string> folders = OwnFolders();
  if (folders.empty()) return "";
  const std::string& own = folders.front();
  // A group with processes gives its children no controllers, so the job's group stands beside it.
  const std::string parent = std::filesystem::path(own).parent_path();
  return parent.size() >= mount.size() ? parent : "";
}

ResourceLimits::ResourceLimits(const std::string& job_id, const std::string& folder) {
  if (folder.empty() || !EnableController(folder, "memory")) return;
  const std::string group = folder + "/paisql-" + job_id;
  const std::string supervisor = group + "/supervisor";
  if (mkdir(group.c_str(), 0777) != 0) return;
  const Result<std::string> before = ReadFile("/proc/self/cgroup");
  // Moving a process there is what may be forbidden, so the supervisor goes first.
  if (EnableController(group, "memory") && mkdir(supervisor.c_str(), 0777) == 0 &&
      WriteControl(supervisor + "/cgroup.procs", "0")) {
    const size_t path = before.ok() ? before->rfind("0::") : std::string::npos;
    if (path != std::string::npos) {
      home_group_ =
          folder + "/" + std::filesystem::path(Trim(before->substr(path + 3))).filename().string();
    }
    group_ = group;
    shares_cpu_ = EnableController(folder, "cpu") && EnableController(group, "cpu");
    return;
  }
  rmdir(supervisor.c_str());
  rmdir(group.c_str());
}

ResourceLimits::~ResourceLimits() {
  if (group_.empty()) return;
  for (const auto& [name, join] : joins_) rmdir((group_ + "/" + name).c_str());
  if (!home_group_.empty()) WriteControl(home_group_ + "/cgroup.procs", "0");
  rmdir((group_ + "/supervisor").c_str());
  rmdir(group_.c_str());
}

std::string ResourceLimits::Text() const {
  const std::string affinity = "CPU by the number of CPUs";
  if (!uses_control_groups()) return "memory by rlimits, " + affinity;
  return "memory by control groups, " + (shares_cpu_ ? "CPU by control groups" : affinity);
}

void ResourceLimits::Apply(const ProcessPlan& plan, SpawnOptions* options) {
  const RoleSpec& resources = plan.resources;
  kills_before_[plan.Name()] = Kills(plan);
  if (!uses_control_groups()) options->data_bytes = resources.memory_mb * kBytesInMb;
  if (!shares_cpu_) {
    options->cpus = ShareOfCpus((resources.cpu + kWholeCore - 1) / kWholeCore, &next_cpu_);
  }
  if (!uses_control_groups()) return;
  Descriptor& join = joins_[plan.Name()];
  if (!join.open()) join = MakeGroup(plan);
  options->control_group = join.get();
}

Descriptor ResourceLimits::MakeGroup(const ProcessPlan& plan) const {
  const RoleSpec& resources = plan.resources;
  const std::string group = GroupOf(plan);
  mkdir(group.c_str(), 0777);
  if (resources.memory_mb > 0) {
    WriteControl(group + "/memory.max", std::to_string(resources.memory_mb * kBytesInMb));
    WriteControl(group + "/memory.swap.max", "0");
    WriteControl(group + "/memory.oom.group", "1");
  }
  if (resources.cpu > 0 && shares_cpu_) {
    WriteControl(group + "/cpu.max",
                 std::to_string(int64_t{resources.cpu} * kPeriodMicroseconds / kWholeCore) + " " +
                     std::to_string(kPeriodMicroseconds));
  }
  return Descriptor(open((group + "/cgroup.procs").c_str(), O_WRONLY | O_CLOEXEC));
}

int64_t ResourceLimits::Kills(const ProcessPlan& plan) const {
  return uses_control_groups() ? NumberIn(GroupOf(plan) + "/memory.events", "oom_kill")
                               : NumberIn("/proc/vmstat", "oom_kill");
}

MemoryKill ResourceLimits::KernelKill(const ProcessPlan& plan) const {
  const auto before = kills_before_.find(plan.Name());
  if (before == kills_before_.end() || Kills(plan) <= before->second) return MemoryKill::kNone;
  return uses_control_groups() ? MemoryKill::kOwnLimit : MemoryKill::kMachine;
}

}  // namespace paisql::training
