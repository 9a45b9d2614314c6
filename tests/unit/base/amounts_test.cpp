#include "base/amounts.h"

#include <gtest/gtest.h>

namespace paisql {
namespace {

TEST(AmountsTest, Sizes) {
  EXPECT_EQ(BytesText(0), "0 B");
  EXPECT_EQ(BytesText(999), "999 B");
  EXPECT_EQ(BytesText(1000), "1.0 kB");
  EXPECT_EQ(BytesText(340'000'000), "340.0 MB");
}

TEST(AmountsTest, GuessedTimesAreRough) {
  EXPECT_EQ(RoughDurationText(-5), "0 s");
  EXPECT_EQ(RoughDurationText(7400), "7 s");
  EXPECT_EQ(RoughDurationText(12'000), "10 s");
  EXPECT_EQ(RoughDurationText(13'000), "15 s");
  EXPECT_EQ(RoughDurationText(57'000), "55 s");
  EXPECT_EQ(RoughDurationText(58'000), "1 min");
  EXPECT_EQ(RoughDurationText(200'000), "3 min");
  EXPECT_EQ(RoughDurationText(3'599'000), "1 h 0 min");
  EXPECT_EQ(RoughDurationText(7'860'000), "2 h 10 min");
}

}  // namespace
}  // namespace paisql
