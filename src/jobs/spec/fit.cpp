#include "jobs/spec/fit.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace paisql::jobs {

namespace {

constexpr std::string_view kWayOut = "SET paisql.quota.fit=false; refuses such a job";

int CountOf(const std::vector<RoleSpec>& roles) {
  int count = 0;
  for (const RoleSpec& role : roles) count += role.count;
  return count;
}

int MostProcesses(const Quota& quota) {
  const int64_t most = std::min(quota.cpu / kLeastCpu, quota.memory_mb / kLeastMemoryMb);
  return static_cast<int>(std::clamp<int64_t>(most, 1, 1'000'000));
}

int LeastCount(const RoleSpec& role) { return std::min(role.count, role.name == "worker" ? 2 : 1); }

// Roles with so many processes that all together are `most`, or as few as may be.
void CutCounts(int most, std::vector<RoleSpec>* roles) {
  int wanted = 0;
  int least = 0;
  for (const RoleSpec& role : *roles) {
    least += LeastCount(role);
    wanted += role.count - LeastCount(role);
  }
  // The part of each wish above its least is cut in proportion.
  int room = std::max(most - least, 0);
  for (RoleSpec& role : *roles) {
    const int more = role.count - LeastCount(role);
    const int given = wanted > 0 ? static_cast<int>(int64_t{more} * room / wanted) : 0;
    wanted -= more;
    room -= given;
    role.count = LeastCount(role) + given;
  }
}

// No process may use more than all together.
void CutLimits(const Quota& quota, std::vector<RoleSpec>* roles) {
  const auto cut = [](int64_t most, bool is_default, int* value) {
    if (!is_default && *value > most) *value = static_cast<int>(std::max<int64_t>(most, 1));
  };
  for (RoleSpec& role : *roles) {
    cut(quota.cpu, role.default_cpu, &role.cpu);
    cut(quota.memory_mb, role.default_memory, &role.memory_mb);
  }
}

// The amount that a statement states for all its processes.
int64_t Stated(const std::vector<RoleSpec>& roles, int RoleSpec::*value,
               bool RoleSpec::*is_default) {
  int64_t sum = 0;
  for (const RoleSpec& role : roles) {
    if (!(role.*is_default)) sum += int64_t{role.count} * role.*value;
  }
  return sum;
}

// The cards of those processes whose cards are stated.
int64_t GivenCards(const FittedJob& job) {
  int64_t sum = 0;
  size_t index = 0;
  for (const RoleSpec& role : job.roles) {
    for (int i = 0; i < role.count; ++i, ++index) {
      if (!role.default_gpu && index < job.demand.gpus.size()) sum += job.demand.gpus[index];
    }
  }
  return sum;
}

// "2 cores instead of 30"
std::string Hundredths(int64_t given, int64_t asked, std::string_view what) {
  return fmt::format("{} {}{} instead of {}", static_cast<double>(given) / kWholeCore, what,
                     given == kWholeCore ? "" : "s", static_cast<double>(asked) / kWholeCore);
}

std::string Note(const std::vector<RoleSpec>& asked, const Quota& quota, const FittedJob& job) {
  std::vector<std::string> parts;
  const int64_t cpu = Stated(asked, &RoleSpec::cpu, &RoleSpec::default_cpu);
  if (cpu > quota.cpu) parts.push_back(Hundredths(quota.cpu, cpu, "core"));
  const int64_t memory = Stated(asked, &RoleSpec::memory_mb, &RoleSpec::default_memory);
  if (memory > quota.memory_mb) {
    parts.push_back(fmt::format("{} MB of memory instead of {}", quota.memory_mb, memory));
  }
  const int64_t cards = Stated(asked, &RoleSpec::gpu, &RoleSpec::default_gpu);
  // Without any card the job computes on CPUs, which is said elsewhere.
  if (const int64_t given = GivenCards(job); given < cards && !quota.cards.empty()) {
    parts.push_back(Hundredths(given, cards, "GPU"));
  }
  for (size_t i = 0; i < asked.size(); ++i) {
    const int count = job.roles[i].count;
    if (count == asked[i].count) continue;
    const bool plural = count != 1 && asked[i].name != "ps";
    parts.push_back(fmt::format("{} {}{} instead of {}", count, asked[i].name, plural ? "s" : "",
                                asked[i].count));
  }
  if (parts.empty()) return "";
  const int count = CountOf(job.roles);
  const std::string shared = count > 1 ? fmt::format(" for its {} processes", count) : "";
  return fmt::format("the job is fitted to what there is: {}{}; {}", Join(parts, ", "), shared,
                     kWayOut);
}

}  // namespace

Result<FittedJob> FitJob(const std::vector<RoleSpec>& roles, const Quota& quota, bool fit) {
  FittedJob job{roles, {}, ""};
  const int count = CountOf(roles);
  const int most = MostProcesses(quota);
  if (count > most && count > 1) {
    if (!fit) {
      return TooMuch(
          fmt::format("{} processes", count),
          fmt::format("{} and {} MB, enough for {}", CoresText(quota.cpu), quota.memory_mb, most));
    }
    CutCounts(most, &job.roles);
  }
  PAISQL_ASSIGN(job.demand, DemandOf(job.roles, quota, fit));
  if (!fit) return job;
  CutLimits(quota, &job.roles);
  job.note = Note(roles, quota, job);
  return job;
}

}  // namespace paisql::jobs
