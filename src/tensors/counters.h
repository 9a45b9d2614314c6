#pragma once

// What this process has read through TableRecordDataset; Python asks for it by the C functions.

#include <chrono>
#include <cstdint>

namespace paisql::tensors {

// Rows that were given, and how long they were waited for.
void CountRead(int64_t rows, std::chrono::nanoseconds waited);

}  // namespace paisql::tensors
