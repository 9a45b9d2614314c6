#include "types/time/time_text.h"

#include <gtest/gtest.h>

#include "types/golden_rows.h"
#include "types/time/civil.h"

namespace paisql {
namespace {

std::string ShownTime(const std::optional<WallTime>& time) {
  return time ? std::to_string(time->seconds) + "." + std::to_string(time->nanos) : "-";
}

std::string ShownTime(const std::optional<int32_t>& day) {
  return day ? std::to_string(*day) : "-";
}

TEST(TimeText, GoldenAnswers) {
  for (const auto& row : GoldenRows("time_texts.tsv", 7)) {
    const std::string& text = row[0];
    EXPECT_EQ(ShownTime(ReadTime(text, kDatetimeForm)), row[1]) << text;
    EXPECT_EQ(ShownTime(ReadTime(text, kTimestampCastForm)), row[2]) << text;
    EXPECT_EQ(ShownTime(ReadTime(text, kTimestampForm)), row[3]) << text;
    EXPECT_EQ(ShownTime(ReadDateOfTime(text)), row[4]) << text;
    EXPECT_EQ(ShownTime(ReadDate(text)), row[5]) << text;
    EXPECT_EQ(ReadTime(text, kDatetimeLiteralForm) ? "yes" : "no", row[6]) << text;
  }
}

TEST(TimeText, FormsDifferInWhatMayFollow) {
  const std::string_view second = "1969-12-31 23:59:59";
  EXPECT_EQ(ShownTime(ReadTime(second, kDatetimeForm)), "-1.0");
  EXPECT_EQ(ShownTime(ReadTime("1969-12-31 23:59:59.25", kTimestampForm)), "-1.250000000");
  EXPECT_EQ(ShownTime(ReadTime("1969-12-31 23:59:59.25", kDatetimeForm)), "-");
  EXPECT_EQ(ShownTime(ReadTime("1969-12-31 23:59:59.1234", kDatetimeLiteralForm)), "-");
  EXPECT_EQ(ShownTime(ReadTime("1969-12-31 23:59:59.1234567890", kTimestampForm)), "-");
  EXPECT_EQ(ShownTime(ReadTime("1969-12-31 23:59:59.", kTimestampForm)), "-");
  EXPECT_EQ(ShownTime(ReadTime("1969-12-31T23:59:59", kTimestampForm)), "-");
  EXPECT_EQ(ShownTime(ReadTime("1969-12-31 23:59:59+08:00", kTimestampCastForm)), "-1.0");
  EXPECT_EQ(ShownTime(ReadTime("1969-12-31 23:59:59.5-14:59", kTimestampCastForm)), "-1.500000000");
  EXPECT_EQ(ShownTime(ReadTime("1969-12-31 23:59:59+15:00", kTimestampCastForm)), "-");
  EXPECT_EQ(ShownTime(ReadTime("1969-12-31 23:59:59+08:00", kTimestampForm)), "-");
}

TEST(TimeText, NoSignStandsInAField) {
  EXPECT_EQ(ShownTime(ReadTime("2024-02-29 -0:05:09", kTimestampForm)), "-");
  EXPECT_EQ(ShownTime(ReadTime("2024-02-29 08:+5:09", kTimestampForm)), "-");
  EXPECT_EQ(ShownTime(ReadDate("2024--1-29")), "-");
}

TEST(TimeText, EveryDayIsReadAsItIsPrinted) {
  int32_t days = 0;
  for (int32_t day = -719162; day <= 2932896; ++day) {
    const CivilDay civil = CivilFromDays(day);
    const auto year = static_cast<int>(civil.year);
    ASSERT_TRUE(IsCivilDay(year, civil.month, civil.day)) << day;
    ASSERT_EQ(DaysFromCivil(year, civil.month, civil.day), day);
    ++days;
    // Every day of some years; a prime step goes through all days of the month.
    if (day % 31 != 0) continue;
    std::string text;
    AppendDate(day, text);
    ASSERT_EQ(ReadDate(text), day) << text;
  }
  EXPECT_EQ(days, 3652059);  // 24.25 eras and the rest of year 9999
  EXPECT_EQ(ReadDate("1970-01-02"), 1);
  EXPECT_EQ(ReadDate("1900-02-29"), std::nullopt);
  EXPECT_EQ(ReadDate("0000-12-31"), std::nullopt);
}

TEST(TimeText, DaysOutsideOfTheYearsOfDateAreCounted) {
  EXPECT_EQ(CivilFromDays(-719163).year, 0);
  EXPECT_EQ(CivilFromDays(2932897).year, 10000);
  EXPECT_EQ(CivilFromDays(-719468 - 1).month, 2);
  EXPECT_EQ(CivilFromDays(-719468 - 1).day, 29);  // the year 0 is a leap year
}

}  // namespace
}  // namespace paisql
