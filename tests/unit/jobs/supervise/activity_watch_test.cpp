#include "jobs/supervise/activity_watch.h"

#include <gtest/gtest.h>

namespace paisql::jobs {
namespace {

TEST(ActivityWatchTest, OnlyAJobThatDoesNothingIsHung) {
  ActivityWatch watch(100, 0, 2);
  EXPECT_TRUE(watch.active());
  int64_t now = 0;
  int64_t cpu = 0;
  const auto look = [&](int64_t cpu_ms, int64_t log_bytes) {
    now = watch.next_look_ms();
    return watch.IsHung(now, cpu_ms, log_bytes);
  };
  for (int i = 0; i < 30; ++i) EXPECT_FALSE(look(cpu += 1000, 0));  // computes
  for (int i = 0; i < 30; ++i) EXPECT_FALSE(look(cpu, i + 1));      // prints
  const int64_t begin = now;
  while (!look(cpu += 50, 30)) {  // timers of two processes
  }
  EXPECT_EQ(now - begin, 100'000);
}

TEST(ActivityWatchTest, NoLimitIsNone) {
  ActivityWatch watch(0, 0, 1);
  EXPECT_FALSE(watch.active());
  EXPECT_FALSE(watch.IsHung(int64_t{1} << 40, 0, 0));
}

}  // namespace
}  // namespace paisql::jobs
