#include "libraries/tensors/counters.h"

#include <atomic>

namespace paisql::tensors {

namespace {

using std::chrono::nanoseconds;
using std::chrono::steady_clock;

// Counts for the whole process, as the library itself belongs to it.
std::atomic<int64_t> g_rows = 0;
std::atomic<int64_t> g_bytes = 0;
std::atomic<int64_t> g_waited = 0;
std::atomic<int64_t> g_first = 0;  // 0: nothing was read
std::atomic<int64_t> g_last = 0;

int64_t NanosecondsOf(steady_clock::duration duration) {
  return std::chrono::duration_cast<nanoseconds>(duration).count();
}

}  // namespace

void CountRead(int64_t rows, steady_clock::time_point begin, steady_clock::time_point end) {
  int64_t nothing = 0;
  g_first.compare_exchange_strong(nothing, NanosecondsOf(begin.time_since_epoch()));
  g_last = NanosecondsOf(end.time_since_epoch());
  g_rows += rows;
  g_waited += NanosecondsOf(end - begin);
}

void CountBytes(int64_t bytes) { g_bytes += bytes; }

// Rows, bytes, nanoseconds that rows were waited for; then when that first began and last ended, in
// nanoseconds of the clock of Python's time.monotonic().
extern "C" __attribute__((visibility("default"))) void paisql_read_counters(int64_t* counters) {
  counters[0] = g_rows;
  counters[1] = g_bytes;
  counters[2] = g_waited;
  counters[3] = g_first;
  counters[4] = g_last;
}

}  // namespace paisql::tensors
