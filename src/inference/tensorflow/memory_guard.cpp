#include "inference/tensorflow/memory_guard.h"

#include <malloc.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <mutex>

#include "base/process/status_file.h"
#include "base/system/free_memory.h"

namespace paisql::inference {

namespace {

// A smaller piece is not worth a look at the machine.
constexpr size_t kLarge = size_t{32} << 20;
constexpr int64_t kBytesInKb = 1024;
constexpr int64_t kShareLeft = 8;

// Process-wide, as the allocator is: nothing of the program owns it.
struct Guard {
  std::atomic<bool> on = false;
  // The process's untouched memory before: stacks, and pages in reserve.
  std::atomic<int64_t> untouched_before = 0;
  std::mutex mutex;  // one large piece after another, so that each sees the one before
};
constinit Guard guard;

int64_t UntouchedBytes() {
  std::array<char, 4096> buffer{};
  const std::string_view status = ReadStatusFile("/proc/self/status", buffer);
  const int64_t data = NumberAfter(status, "VmData:");
  const int64_t used = NumberAfter(status, "RssAnon:");
  return data < 0 || used < 0 ? 0 : std::max<int64_t>(data - used, 0) * kBytesInKb;
}

[[maybe_unused]] void* Take(size_t alignment, size_t size) {
  if (size < kLarge || !guard.on) return memalign(alignment, size);
  const std::lock_guard lock(guard.mutex);
  const int64_t untouched = std::max<int64_t>(UntouchedBytes() - guard.untouched_before, 0);
  if (size > INT64_MAX || !MayTake(static_cast<int64_t>(size), FreeMemoryBytes(), untouched)) {
    return nullptr;
  }
  return memalign(alignment, size);
}

}  // namespace

bool MayTake(int64_t bytes, int64_t free, int64_t untouched) {
  const int64_t left = free - free / kShareLeft - untouched;
  return bytes <= left;
}

void GuardMemory() {
  if (guard.on.exchange(true)) return;
  guard.untouched_before = UntouchedBytes();
}

}  // namespace paisql::inference

// Sanitizers have an allocator of their own.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

// Exported by the program (cmake/Toolchain.cmake), so that libraries which are opened later find
// them before those of the C library.
extern "C" __attribute__((visibility("default"))) int posix_memalign(void** piece, size_t alignment,
                                                                     size_t size) noexcept {
  if (alignment < sizeof(void*) || (alignment & (alignment - 1)) != 0) return EINVAL;
  void* const taken = paisql::inference::Take(alignment, size);
  if (taken == nullptr) return ENOMEM;
  *piece = taken;
  return 0;
}

extern "C" __attribute__((visibility("default"))) void* aligned_alloc(size_t alignment,
                                                                      size_t size) noexcept {
  if (alignment == 0 || (alignment & (alignment - 1)) != 0) {
    errno = EINVAL;
    return nullptr;
  }
  void* const taken = paisql::inference::Take(alignment, size);
  if (taken == nullptr) errno = ENOMEM;
  return taken;
}

#endif
