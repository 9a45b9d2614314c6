#pragma once

// Gives TensorFlow a large piece of memory only when the machine, and the control group around the
// process, have it. Otherwise TensorFlow reports an error; without this guard the kernel would end
// the process at the first touch. TensorFlow's library takes its tensors by
// posix_memalign and aligned_alloc, which this program defines for it (memory_guard.cpp).

#include <cstdint>

namespace paisql::inference {

// Starts the checks. Any thread may call it, any number of times.
void GuardMemory();

// The rule: whether a piece of so many bytes may be taken. `untouched` are bytes that the process
// has been given and has not used yet; an eighth of what is free stays free.
bool MayTake(int64_t bytes, int64_t free, int64_t untouched);

}  // namespace paisql::inference
