#pragma once

// Counts what this process has read through TableRecordDataset; Python asks for it by the C
// function.

#include <chrono>
#include <cstdint>

namespace paisql::tensors {

// Rows that were given, and from when to when they were waited for.
void CountRead(int64_t rows, std::chrono::steady_clock::time_point begin,
               std::chrono::steady_clock::time_point end);
// Counts the bytes that decoded values take in their file; those that are read ahead among them.
void CountBytes(int64_t bytes);

}  // namespace paisql::tensors
