#include <gtest/gtest.h>

#include <limits>

#include "engine/text/result_text.h"

namespace paisql::engine {
namespace {

constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();

std::string DayTime(int64_t days, int64_t nanos) {
  std::string text;
  AppendDayTime(days, nanos, text);
  return text;
}

std::string Months(int64_t months) {
  std::string text;
  AppendMonths(months, text);
  return text;
}

TEST(IntervalText, KeepsSignAndFractionOfTheLeastIntegers) {
  EXPECT_EQ(DayTime(0, kLeast), "-106751 23:47:16.854775808");
  EXPECT_EQ(DayTime(kLeast, -1), "-9223372036854775808 00:00:00.000000001");
  EXPECT_EQ(DayTime(kLeast, 1), "-9223372036854775807 23:59:59.999999999");
  EXPECT_EQ(Months(kLeast), "-768614336404564650-8");
}

TEST(IntervalText, OfTwoSignsIsThatOfTheSum) {
  EXPECT_EQ(DayTime(1, -1), "0 23:59:59.999999999");
  EXPECT_EQ(DayTime(-1, 1), "-0 23:59:59.999999999");
  EXPECT_EQ(DayTime(0, -1), "-0 00:00:00.000000001");
  EXPECT_EQ(DayTime(0, 0), "0 00:00:00.000000000");
  EXPECT_EQ(Months(-14), "-1-2");
}

}  // namespace
}  // namespace paisql::engine
