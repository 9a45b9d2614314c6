#include "serving/front/splitter.h"

#include <gtest/gtest.h>

#include <map>

namespace paisql::serving {
namespace {

bool All(size_t) { return true; }

std::map<size_t, int> Count(Splitter& splitter, int choices) {
  std::map<size_t, int> counts;
  for (int i = 0; i < choices; ++i) ++counts[splitter.Next(All).value()];
  return counts;
}

TEST(Splitter, EachRunOfAHundredIsExact) {
  Splitter splitter({90, 10});
  for (int run = 0; run < 5; ++run) {
    auto counts = Count(splitter, 100);
    EXPECT_EQ(counts[0], 90);
    EXPECT_EQ(counts[1], 10);
  }
}

TEST(Splitter, TheChoicesOfOneAreSpread) {
  Splitter splitter({75, 25});
  for (int run = 0; run < 10; ++run) EXPECT_EQ(Count(splitter, 4)[1], 1);
}

TEST(Splitter, WhoCannotGetsNothingAndTheOthersAll) {
  Splitter splitter({60, 30, 10});
  std::map<size_t, int> counts;
  for (int i = 0; i < 40; ++i) ++counts[*splitter.Next([](size_t at) { return at != 0; })];
  EXPECT_EQ(counts[0], 0);
  EXPECT_EQ(counts[1], 30);
  EXPECT_EQ(counts[2], 10);
}

TEST(Splitter, NobodyOfWeightZero) {
  Splitter splitter({0, 0});
  EXPECT_FALSE(splitter.Next(All).has_value());
  Splitter empty({});
  EXPECT_FALSE(empty.Next(All).has_value());
}

}  // namespace
}  // namespace paisql::serving
