#include "jobs/spec/quota_text.h"

#include <gtest/gtest.h>

namespace paisql::jobs {
namespace {

TEST(QuotaTextTest, CardsAreACountAListOrNone) {
  const std::pair<const char*, const char*> cases[] = {
      {"0,2", "0,2"}, {" 2 , 0 ", "2,0"}, {"2", "0,1"},    {"1", "0"},
      {"2,", "2"},    {"0", "none"},      {"NONE", "none"}};
  for (const auto& [text, expected] : cases) EXPECT_EQ(ParseCards(text), expected) << text;
  for (const char* text : {"", ",", "0,,2", "0,0", "-1", "1.5", "all", "9999"})
    EXPECT_EQ(ParseCards(text), std::nullopt) << text;
}

TEST(QuotaTextTest, CoresAreHundredths) {
  EXPECT_EQ(ParseCores("4"), 400);
  EXPECT_EQ(ParseCores(" 1.5 "), 150);
  EXPECT_EQ(ParseCores("0.001"), 1);
  for (const char* text : {"", "0", "-1", "1e3", "four", "4 cores", "nan", "inf", "1e99"})
    EXPECT_EQ(ParseCores(text), std::nullopt) << text;
}

TEST(QuotaTextTest, SizesAreMegabytes) {
  EXPECT_EQ(ParseMegabytes("16GB"), 16 * 1024);
  EXPECT_EQ(ParseMegabytes("1.5 gib"), 1536);
  EXPECT_EQ(ParseMegabytes("700MB"), 700);
  EXPECT_EQ(ParseMegabytes("2T"), 2 * 1024 * 1024);
  EXPECT_EQ(ParseMegabytes("10B"), 1);
  for (const char* text : {"", "GB", "16", "0GB", "-1GB", "16XB", "16BB", "1e5GB"})
    EXPECT_EQ(ParseMegabytes(text), std::nullopt) << text;
}

TEST(QuotaTextTest, PrioritiesHaveOneDigit) {
  EXPECT_EQ(ParsePriority("0"), 0);
  EXPECT_EQ(ParsePriority("9"), 9);
  for (const char* text : {"", "10", "-1", "high", "1.5"})
    EXPECT_EQ(ParsePriority(text), std::nullopt) << text;
}

}  // namespace
}  // namespace paisql::jobs
