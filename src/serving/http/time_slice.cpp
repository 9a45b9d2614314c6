#include "serving/http/time_slice.h"

#include <linux/sched.h>
#include <linux/sched/types.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace paisql::serving {

namespace {

constexpr __u64 kSliceNs = 100'000;  // the least that Linux takes, some requests long

}  // namespace

void TakeShortSlices() {
  sched_attr attributes{};
  // The library has functions for neither. Niceness and all else stay.
  if (syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) != 0) return;
  if (attributes.sched_policy != SCHED_NORMAL && attributes.sched_policy != SCHED_BATCH) return;
  attributes.sched_runtime = kSliceNs;
  (void)syscall(SYS_sched_setattr, 0, &attributes, 0);
}

}  // namespace paisql::serving
