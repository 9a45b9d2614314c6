#include "session/engine_share.h"

#include <algorithm>

#include "jobs/spec/job_spec.h"

namespace paisql::session {

namespace {

// The engine's own default: it leaves a fifth of the memory to others.
constexpr int64_t kUsedPercent = 80;
constexpr int64_t kBytesPerMb = 1 << 20;
constexpr int64_t kLeastShare = 4;  // a quarter of the memory

}  // namespace

engine::EngineShare ShareBesideJobs(const jobs::HomeLoad& load, const engine::EngineShare& wanted) {
  engine::EngineShare share = wanted;
  if (share.threads == 0 && load.claimed_cpu > 0) {
    share.threads = static_cast<int>(
        std::max<int64_t>((load.machine_cpu - load.claimed_cpu) / jobs::kWholeCore, 1));
  }
  if (share.memory_bytes == 0 && load.claimed_memory_mb > 0) {
    const int64_t left = (load.machine_memory_mb - load.claimed_memory_mb) * kUsedPercent / 100;
    share.memory_bytes = std::max(left, load.machine_memory_mb / kLeastShare) * kBytesPerMb;
  }
  return share;
}

}  // namespace paisql::session
