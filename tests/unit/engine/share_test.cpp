#include "engine/duckdb/run/share.h"

#include <gtest/gtest.h>

#include <thread>

namespace paisql::engine {
namespace {

constexpr int64_t kMb = 1'000'000;

TEST(ShareTest, WithoutALimitTheThreadsStay) {
  EXPECT_EQ(ThreadLimit({}), 0);
  EXPECT_EQ(ThreadLimit({0, 64}), 64);
}

TEST(ShareTest, NoMoreThreadsThanTheMemoryFeeds) {
  EXPECT_EQ(ThreadLimit({390 * kMb, 2}), 1);
  EXPECT_EQ(ThreadLimit({400 * kMb, 2}), 2);
  EXPECT_EQ(ThreadLimit({1000 * kMb, 64}), 5);
  EXPECT_EQ(ThreadLimit({1000 * kMb, 3}), 3);
  EXPECT_EQ(ThreadLimit({1, 2}), 1);
}

TEST(ShareTest, TheDefaultIsCutToo) {
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  EXPECT_EQ(ThreadLimit({200 * kMb, 0}), cores > 1 ? 1 : 0);
  EXPECT_EQ(ThreadLimit({200 * kMb * cores, 0}), 0);
}

TEST(ShareTest, TheLimitIsInBytes) { EXPECT_EQ(MemoryLimit({150 * kMb, 0}), "150000000B"); }

}  // namespace
}  // namespace paisql::engine
