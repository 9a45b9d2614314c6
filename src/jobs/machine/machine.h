#pragma once

// Measures this machine: CPUs that this process may use, memory, GPUs. For training, and for what
// tells users of it (tools).

#include <optional>
#include <vector>

#include "jobs/spec/quota.h"

namespace paisql::jobs {

// CPUs by affinity and by the control group's limit, memory by /proc/meminfo and the control
// group's limit.
Quota MachineWithoutCards();

// The cards that the driver's tool (nvidia-smi, on the PATH) shows, without those that
// CUDA_VISIBLE_DEVICES hides; none without the tool, and nullopt for a tool that fails or takes
// more than ten seconds.
std::optional<std::vector<Card>> FindCards();

struct CardLoad {
  int busy = 0;               // hundredths of a card, all together; 0 where nobody can say
  int64_t asking_cpu_ms = 0;  // what the question has cost, in a child of this process
};
CardLoad LoadOfCards(const std::vector<int>& ids);

}  // namespace paisql::jobs
