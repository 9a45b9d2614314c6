#include "engine/duckdb/functions/native_state.h"

#include "base/process/status_file.h"

namespace paisql::engine {

bool NativeState::Overgrown() const {
  const int64_t memory = memory_bytes;
  if (memory <= 0) return false;
  // Room for what the allocator keeps.
  constexpr int64_t kSlack = 64 << 20;
  return ResidentBytes() - resident_at_start > memory + memory / 4 + kSlack;
}

}  // namespace paisql::engine
