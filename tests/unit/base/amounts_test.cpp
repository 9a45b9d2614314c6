#include "base/display/amounts.h"

#include <gtest/gtest.h>

#include <limits>

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

TEST(AmountsTest, CountsAreAsExactAsNeeded) {
  EXPECT_EQ(CountText(0), "0");
  EXPECT_EQ(CountText(9999), "9999");
  EXPECT_EQ(CountText(10'000), "10.0 k");
  EXPECT_EQ(CountText(999'949), "999.9 k");
  EXPECT_EQ(CountText(999'950), "1.0 M");
  EXPECT_EQ(CountText(3'400'000'000), "3.4 G");
  EXPECT_EQ(CountText(std::numeric_limits<int64_t>::max()), "9.2 E");
}

TEST(AmountsTest, Durations) {
  EXPECT_EQ(DurationText(-1), "0 s");
  EXPECT_EQ(DurationText(59'999), "59 s");
  EXPECT_EQ(DurationText(185'000), "3 min 5 s");
  EXPECT_EQ(DurationText(7'380'000), "2 h 3 min");
}

TEST(AmountsTest, Counts) {
  EXPECT_EQ(Counted(0, "file"), "0 files");
  EXPECT_EQ(Counted(1, "file"), "1 file");
  EXPECT_EQ(RowsText(1), "1 row");
  EXPECT_EQ(RowsText(999'999), "999999 rows");
  EXPECT_EQ(RowsText(1'200'000), "1.2 M rows");
  EXPECT_EQ(GroupedText(0), "0");
  EXPECT_EQ(GroupedText(-123), "-123");
  EXPECT_EQ(GroupedText(999), "999");
  EXPECT_EQ(GroupedText(-123'456), "-123,456");
  EXPECT_EQ(GroupedText(1'234'567), "1,234,567");
}

TEST(AmountsTest, Seconds) {
  EXPECT_EQ(SecondsText(0.42), "0.4 s");
  EXPECT_EQ(SecondsText(185.9), "3 min 5 s");
  EXPECT_EQ(SecondsText(7380), "2 h 3 min");
}

}  // namespace
}  // namespace paisql
