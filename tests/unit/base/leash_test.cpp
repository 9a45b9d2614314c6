#include "base/leash.h"

#include <gtest/gtest.h>

#include <vector>

namespace paisql {
namespace {

TEST(Leash, WithoutOneEverythingGoesOn) {
  Leash leash;
  for (int i = 0; i < 100'000; ++i) ASSERT_FALSE(leash.Ended());
  EXPECT_FALSE(leash.Look());
}

TEST(Leash, EndsSoonAfterItsStop) {
  std::stop_source stop;
  Leash leash(stop.get_token(), 0);
  EXPECT_FALSE(leash.Look());
  stop.request_stop();
  int steps = 0;
  while (!leash.Ended()) ASSERT_LT(++steps, 10'000);
  EXPECT_TRUE(leash.Ended());
  EXPECT_EQ(leash.Reason({}).code, ErrorCode::kInstanceCancelled);
}

TEST(Leash, EndsWhenTheProcessHasGrownTooMuch) {
  Leash leash({}, 8 << 20);
  EXPECT_FALSE(leash.Look());
  const std::vector<char> memory(64 << 20, 'x');
  int looks = 0;
  while (!leash.Look()) ASSERT_LT(++looks, 1'000);
  EXPECT_EQ(leash.Reason({}).code, ErrorCode::kOutOfMemory);
  EXPECT_EQ(memory.back(), 'x');
}

}  // namespace
}  // namespace paisql
