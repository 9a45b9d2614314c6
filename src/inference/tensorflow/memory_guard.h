#pragma once

// Large pieces of memory that TensorFlow asks for are given only when the machine, and the control
// group around the process, have them. TensorFlow then answers with an error, where the kernel
// would end the process as soon as it touched them. TensorFlow's library takes its tensors by
// posix_memalign and aligned_alloc, which this program defines for it (memory_guard.cpp).

#include <cstdint>

namespace paisql::inference {

// From now on large pieces are looked at. Any thread, any number of times.
void GuardMemory();

// The rule: whether a piece of so many bytes may be taken. `untouched` are bytes that the process
// has been given and has not used yet; an eighth of what is free stays free.
bool MayTake(int64_t bytes, int64_t free, int64_t untouched);

}  // namespace paisql::inference
