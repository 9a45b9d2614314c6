#include "engine/duckdb/run/share.h"

#include <algorithm>
#include <thread>

namespace paisql::engine {

namespace {

constexpr int64_t kBytesPerThread = 200'000'000;

}  // namespace

std::string MemoryLimit(const EngineShare& share) {
  return std::to_string(share.memory_bytes) + "B";
}

int ThreadLimit(const EngineShare& share) {
  if (share.memory_bytes == 0) return share.threads;
  const int64_t fed = std::max<int64_t>(share.memory_bytes / kBytesPerThread, 1);
  const int64_t asked = share.threads > 0 ? share.threads : std::thread::hardware_concurrency();
  // With memory for all of them DuckDB's own default counts, which knows a container's share, too.
  return fed < asked ? static_cast<int>(fed) : share.threads;
}

}  // namespace paisql::engine
