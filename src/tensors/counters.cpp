#include "tensors/counters.h"

#include <atomic>

namespace paisql::tensors {

namespace {

// Of the whole process, as the library itself is.
std::atomic<int64_t> g_rows = 0;
std::atomic<int64_t> g_nanoseconds = 0;

}  // namespace

void CountRead(int64_t rows, std::chrono::nanoseconds waited) {
  g_rows += rows;
  g_nanoseconds += waited.count();
}

extern "C" {

__attribute__((visibility("default"))) int64_t paisql_rows_read() { return g_rows; }
__attribute__((visibility("default"))) int64_t paisql_nanoseconds_waited() { return g_nanoseconds; }
}

}  // namespace paisql::tensors
