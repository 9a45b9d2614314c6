#pragma once

// The quota of a home: what its jobs may use together, and what one job asks of it. Amounts of CPU
// are in hundredths of a core, as the platform has them, and memory is in MB.

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "jobs/spec/job_spec.h"

namespace paisql::jobs {

struct Card {
  int id = 0;             // as the driver numbers it, in the order of the bus
  int64_t memory_mb = 0;  // 0: not known

  bool operator==(const Card&) const = default;
};

struct Quota {
  int64_t cpu = 0;
  int64_t memory_mb = 0;
  std::vector<Card> cards;

  bool operator==(const Quota&) const = default;
};

struct Demand {
  int64_t cpu = 0;
  int64_t memory_mb = 0;
  std::vector<int> gpus;  // of each process in the order of their start; kWholeCard = one card

  bool operator==(const Demand&) const = default;
};

// A process that says nothing of its CPU and memory counts as this much. The process may use more.
inline constexpr int kUnstatedCpu = kWholeCore;
inline constexpr int64_t kUnstatedMemoryMb = 2000;

// The machine narrowed to what the user's settings leave of it. Cards that the settings name and
// the machine does not show are believed.
Quota NarrowQuota(const Quota& machine, const QuotaLimits& limits);

// Computes what the processes of a job need together. An amount that the statement states counts
// as it is. Other processes count as kUnstated…, but never for more than is left of the quota. If
// the quota has no card, a job needs none: it computes on CPUs. kInvalidCommand, with the numbers,
// for a job that states more than there is, unless `fit` cuts it down.
Result<Demand> DemandOf(const std::vector<RoleSpec>& roles, const Quota& quota, bool fit);

// The refusal: "30 cores" and "2 cores", in words of the caller.
Error TooMuch(const std::string& asked, const std::string& there);

// "2 cores", "1 core", "1.5 cores".
std::string CoresText(int64_t cpu);

std::string QuotaJson(const Quota& quota);
Quota QuotaFromJson(const std::string& text);  // an empty one for what cannot be read

}  // namespace paisql::jobs
