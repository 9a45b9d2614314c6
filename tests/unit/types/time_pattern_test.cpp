#include "types/pattern/time_pattern.h"

#include <gtest/gtest.h>

#include <string>

namespace paisql {
namespace {

using Style = TimePatternStyle;

std::optional<int64_t> Micros(std::string_view text) {
  return TimePattern("yyyy-mm-dd hh:mi:ss.ff6", Style::kTimestamp).Read(text);
}

std::string Printed(std::string_view pattern, Style style,
                    std::string_view time = "2024-02-05 13:07:09.012345") {
  std::string out;
  TimePattern(pattern, style).Print(Micros(time).value(), out);
  return out;
}

// "2024-02-05 13:07:09.012000", or "-" for a text that does not fit.
std::string Read(std::string_view text, std::string_view pattern, Style style) {
  const std::optional<int64_t> micros = TimePattern(pattern, style).Read(text);
  if (!micros) return "-";
  std::string out;
  TimePattern("yyyy-mm-dd hh:mi:ss.ff6", Style::kTimestamp).Print(*micros, out);
  return out;
}

TEST(TimePattern, PrintsThePlatformsTokens) {
  EXPECT_EQ(Printed("yyyy-MM-DD Hh:mI:sS.FF3", Style::kPlatform), "2024-02-05 13:07:09.012");
  EXPECT_EQ(Printed("mmm yyyyy y SSS %Y ff6", Style::kPlatform), "02m 2024y y 09S %Y ff6");
  EXPECT_EQ(Printed("hh:mm:ss.SSS YYYY", Style::kDateFormat), "13:02:09.012 2024");
  EXPECT_EQ(Printed("", Style::kPlatform), "");
}

TEST(TimePattern, PrintsJavasLetters) {
  EXPECT_EQ(Printed("yyyy yy y G", Style::kJava), "2024 24 2024 AD");
  EXPECT_EQ(Printed("M MM MMM MMMM LL", Style::kJava), "2 02 Feb February 02");
  EXPECT_EQ(Printed("H HH h hh K k m s S SSS SSSSS a", Style::kJava),
            "13 13 1 01 1 13 7 9 12 012 00012 PM");
  EXPECT_EQ(Printed("h K k H", Style::kJava, "2024-02-05 00:00:00.000000"), "12 0 24 0");
  EXPECT_EQ(Printed("E EEEE u D DDD F W", Style::kJava), "Mon Monday 1 36 036 1 2");
  EXPECT_EQ(Printed("u W", Style::kJava, "2024-02-04 00:00:00.000000"), "7 2");
  EXPECT_EQ(Printed("'T' yyyy''MM 'o''clock'", Style::kJava), "T 2024'02 o'clock");
}

TEST(TimePattern, YearOfTheWeekIsTheOneInWhichTheWeekEnds) {
  const auto week = [](std::string_view day) {
    return Printed("YYYY-w", Style::kJava, std::string(day) + " 00:00:00.000000");
  };
  EXPECT_EQ(week("2022-12-31"), "2022-53");  // a Saturday
  EXPECT_EQ(week("2023-01-01"), "2023-1");
  EXPECT_EQ(week("2023-12-30"), "2023-52");
  EXPECT_EQ(week("2023-12-31"), "2024-1");
}

TEST(TimePattern, OtherLettersAreNoJavaPattern) {
  EXPECT_FALSE(TimePattern("hh:mi", Style::kJava).valid());
  EXPECT_FALSE(TimePattern("'open", Style::kJava).valid());
  EXPECT_TRUE(TimePattern("", Style::kJava).valid());
  EXPECT_FALSE(TimePattern("yyyy Z", Style::kJava).CanPrint());
  EXPECT_FALSE(TimePattern("YYYY", Style::kJava).CanRead());
  EXPECT_TRUE(TimePattern("YYYY", Style::kJava).CanPrint());
}

TEST(TimePattern, ReadsFieldsInFull) {
  const Style style = Style::kPlatform;
  EXPECT_EQ(Read("20240205130709", "yyyymmddhhmiss", style), "2024-02-05 13:07:09.000000");
  EXPECT_EQ(Read("13 2024", "hh yyyy", style), "2024-01-01 13:00:00.000000");
  EXPECT_EQ(Read("1234-22中34", "yyyy-yyyy中", style), "-");
  EXPECT_EQ(Read("1234-中文中文", "yyyy-yyyy", style), "1234-01-01 00:00:00.000000");
  EXPECT_EQ(Read("9999-12-31", "yyyy-mm-dd", style), "9999-12-31 00:00:00.000000");
  for (const std::string_view text :
       {"", "2024", "2024-2-05", "2024-13-01", "2024-00-01", "2024-02-30", "0000-01-01",
        "2024-02-05 ", " 2024-02-05", "2024/02/05", "2024-02-0x"}) {
    EXPECT_EQ(Read(text, "yyyy-mm-dd", style), "-") << text;
  }
  EXPECT_EQ(Read("2024 24", "yyyy hh", style), "-");
  EXPECT_EQ(Read("2024 60", "yyyy mi", style), "-");
}

TEST(TimePattern, ReadsElementsWithPercent) {
  const Style style = Style::kTimestamp;
  EXPECT_EQ(Read("2024-02-05 01:02:03", "%F %T", style), "2024-02-05 01:02:03.000000");
  EXPECT_EQ(Read("sep 7 2024", "%b %e %Y", style), "2024-09-07 00:00:00.000000");
  EXPECT_EQ(Read("September 17 24", "%B %e %y", style), "2024-09-17 00:00:00.000000");
  EXPECT_EQ(Read("Sextember 17 24", "%B %e %y", style), "-");
}

TEST(TimePattern, JavaReadsLeniently) {
  const Style style = Style::kJava;
  EXPECT_EQ(Read("2024-2-5 and more", "yyyy-MM-dd", style), "2024-02-05 00:00:00.000000");
  EXPECT_EQ(Read("2024-13-32", "yyyy-MM-dd", style), "2025-02-01 00:00:00.000000");
  EXPECT_EQ(Read("2024-02--1", "yyyy-MM-dd", style), "2024-01-30 00:00:00.000000");
  EXPECT_EQ(Read("20240205", "yyyyMMdd", style), "2024-02-05 00:00:00.000000");
  EXPECT_EQ(Read("5/2/24 12:30 am", "d/M/yy h:mm a", style), "2024-02-05 00:30:00.000000");
  EXPECT_EQ(Read("036 2024", "DDD yyyy", style), "2024-02-05 00:00:00.000000");
  EXPECT_EQ(Read("Mon Feb 05 2024", "EEE MMM dd yyyy", style), "2024-02-05 00:00:00.000000");
  EXPECT_EQ(Read("12", "HH", style), "1970-01-01 12:00:00.000000");
  EXPECT_EQ(Read("2024 900000000", "yyyy d", style), "-");
  for (const std::string_view text : {"", "x", "2024", "2024-", "2024-x-01"}) {
    EXPECT_EQ(Read(text, "yyyy-MM-dd", style), "-") << text;
  }
  EXPECT_EQ(Read("11111111111111111111", "yyyyyyyyyyyyyyyyyyyyMM", style), "-");
}

}  // namespace
}  // namespace paisql
