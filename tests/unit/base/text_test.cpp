#include "base/text.h"

#include <gmock/gmock.h>

namespace paisql {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(TextTest, LetterCaseIsFoldedInAsciiOnly) {
  EXPECT_EQ(ToLower("SELECT É 中"), "select É 中");
  EXPECT_EQ(ToUpper("select é 中"), "SELECT é 中");
  EXPECT_TRUE(EqualsIgnoreCase("Ab_1", "aB_1"));
  EXPECT_FALSE(EqualsIgnoreCase("ab", "abc"));
  EXPECT_FALSE(EqualsIgnoreCase("É", "é"));
}

TEST(TextTest, TrimTakesBlanksOfAllKindsOffBothEnds) {
  EXPECT_EQ(Trim(" \t\r\n a b \v\f"), "a b");
  EXPECT_EQ(Trim(" \n"), "");
  EXPECT_EQ(Trim(""), "");
}

TEST(TextTest, SplitAndJoinKeepEmptyParts) {
  EXPECT_THAT(Split("a,,b,", ','), ElementsAre("a", "", "b", ""));
  EXPECT_THAT(Split("", ','), ElementsAre(""));
  EXPECT_EQ(Join({"a", "", "b"}, ", "), "a, , b");
  EXPECT_EQ(Join({}, ","), "");
}

TEST(TextTest, BrokenUtf8IsTold) {
  EXPECT_TRUE(IsValidUtf8(""));
  EXPECT_TRUE(IsValidUtf8("aé中😀"));
  for (const std::string_view broken :
       {"\xff", "\xc3", "a\xe4\xb8", "\xc0\x80", "\xed\xa0\x80", "\xf5\x80\x80\x80"}) {
    EXPECT_FALSE(IsValidUtf8(broken)) << PercentEncode(broken);
  }
}

TEST(TextTest, WidthCountsTerminalColumns) {
  EXPECT_EQ(DisplayWidth("abc"), 3);
  EXPECT_EQ(DisplayWidth("中文"), 4);
  EXPECT_EQ(DisplayWidth("e\xcc\x81"), 1);  // e and a combining acute accent
  EXPECT_EQ(DisplayWidth(""), 0);
  EXPECT_EQ(DisplayWidth("\xff\xff"), 2);
  EXPECT_EQ(DisplayWidth("👩‍👩‍👧‍👦"),
            2);                                     // four people that joiners make one family
  EXPECT_EQ(DisplayWidth("👍🏽👍"), 4);       // with a skin tone and without
  EXPECT_EQ(DisplayWidth("❤️"), 2);             // a heart in emoji style
  EXPECT_EQ(DisplayWidth("🇨🇳🇫🇷"), 4);               // flags
  EXPECT_EQ(DisplayWidth("a\xE2\x80\x8B\x62"), 2);  // a blank of no width
  EXPECT_EQ(DisplayWidth("각"), 2);                 // of three parts
}

TEST(TextTest, FirstColumnsAreWholeCharacters) {
  EXPECT_EQ(FirstColumns("中文a", 5), "中文a");
  EXPECT_EQ(FirstColumns("中文a", 4), "中文");
  EXPECT_EQ(FirstColumns("中文a", 3), "中");
  EXPECT_EQ(FirstColumns("e\xcc\x81x", 1), "e\xcc\x81");
  EXPECT_EQ(FirstColumns("👩‍👩‍👧‍👦x", 2), "👩‍👩‍👧‍👦");
  EXPECT_EQ(FirstColumns("👩‍👩‍👧‍👦x", 1), "");
  EXPECT_EQ(FirstColumns("abc", 0), "");
  EXPECT_EQ(FirstColumns("abc", -1), "");
}

TEST(TextTest, NearNamesComeBestFirst) {
  const std::vector<std::string> names = {"price", "prices", "prize", "priced", "unrelated"};
  EXPECT_THAT(NearestNames("PRICE", names), ElementsAre("price", "priced", "prices"));
  EXPECT_THAT(NearestNames("zzzz", names), IsEmpty());
  EXPECT_EQ(DidYouMean("prce", {"price"}), "did you mean 'price'?");
  EXPECT_EQ(DidYouMean("cvs", {"csv", "tsv"}), "did you mean 'csv'?");  // one swap
  EXPECT_EQ(DidYouMean("ab", {"aa", "ac"}), "did you mean 'aa' or 'ac'?");
  EXPECT_EQ(DidYouMean("ab", {"aa", "ac", "ad"}), "did you mean 'aa', 'ac' or 'ad'?");
  EXPECT_EQ(DidYouMean("ab", {"xyz"}), "");
  EXPECT_EQ(DidYouMean("", {}), "");
}

TEST(TextTest, StarPatterns) {
  EXPECT_TRUE(MatchesStarPattern("pre*", "PREFIX"));
  EXPECT_TRUE(MatchesStarPattern("*", ""));
  EXPECT_TRUE(MatchesStarPattern("a*b*c", "aXbYbc"));
  EXPECT_TRUE(MatchesStarPattern("%x", "aax"));
  EXPECT_TRUE(MatchesStarPattern("same", "Same"));
  EXPECT_FALSE(MatchesStarPattern("pre*", "apre"));
  EXPECT_FALSE(MatchesStarPattern("a*b", "abc"));
  EXPECT_FALSE(MatchesStarPattern("", "a"));
  EXPECT_TRUE(MatchesStarPattern("jk_wdl%", "jk_wdl_20"));
  EXPECT_FALSE(MatchesStarPattern("jk_wdl%", "jkxwdl_20"));
  EXPECT_TRUE(MatchesStarPattern("a*|*b", "xb"));
  EXPECT_TRUE(MatchesStarPattern("a*|*b", "ax"));
  EXPECT_FALSE(MatchesStarPattern("a*|*b", "xbx"));
}

TEST(TextTest, StarPatternsTakeNoExponentialTime) {
  std::string pattern;
  for (int i = 0; i < 200; ++i) pattern += "a*";
  EXPECT_FALSE(MatchesStarPattern(pattern + "b", std::string(2000, 'a')));
}

TEST(TextTest, PercentCodeGoesBothWays) {
  EXPECT_EQ(PercentEncode("aZ09_.-"), "aZ09_.-");
  EXPECT_EQ(PercentEncode("a/b=c%d 中"), "a%2Fb%3Dc%25d%20%E4%B8%AD");
  std::string all_bytes;
  for (int i = 0; i < 256; ++i) all_bytes += static_cast<char>(i);
  EXPECT_EQ(PercentDecode(PercentEncode(all_bytes)), all_bytes);
  EXPECT_EQ(PercentDecode("%4"), "%4");
  EXPECT_EQ(PercentDecode("%zz%41%"), "%zzA%");
}

}  // namespace
}  // namespace paisql
