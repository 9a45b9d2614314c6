#include "nodes/model/cron.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace paisql::nodes {
namespace {

constexpr int kWeek = 7;

// A month as a list of its days' weekdays (1 is Sunday), which is counted from a known day and
// needs no arithmetic of calendars.
struct Month {
  int64_t first = 0;  // days since 1970-01-01
  std::vector<int> weekdays;

  int length() const { return static_cast<int>(weekdays.size()); }
};

// One month for each length and each weekday that it begins with.
std::vector<Month> MonthsOfAllShapes() {
  std::vector<Month> months;
  std::set<std::pair<int, int>> seen;
  int64_t day = 0;
  int weekday = 5;  // 1970-01-01 was a Thursday
  for (int year = 1970; year < 2099; ++year) {
    const bool leap = year % 4 == 0;
    for (const int length : {31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}) {
      Month month{day, {}};
      for (int i = 0; i < length; ++i, ++day) {
        month.weekdays.push_back(weekday);
        weekday = weekday % kWeek + 1;
      }
      if (seen.emplace(length, month.weekdays.front()).second) months.push_back(std::move(month));
    }
  }
  return months;
}

std::set<int> DueDays(const Cron& cron, const Month& month) {
  std::set<int> due;
  for (int day = 1; day <= month.length(); ++day) {
    if (cron.DueOn(month.first + day - 1)) due.insert(day);
  }
  return due;
}

// Of the days from Monday to Friday of the month the one that is nearest.
std::set<int> NearestWorkday(const Month& month, int day) {
  if (day < 1 || day > month.length()) return {};
  int nearest = 0;
  for (int other = 1; other <= month.length(); ++other) {
    const int weekday = month.weekdays[static_cast<size_t>(other) - 1];
    if (weekday == 1 || weekday == kWeek) continue;
    if (nearest == 0 || std::abs(other - day) < std::abs(nearest - day)) nearest = other;
  }
  return {nearest};
}

std::set<int> Only(const Month& month, int day) {
  return day >= 1 && day <= month.length() ? std::set{day} : std::set<int>{};
}

std::set<int> AllOf(const Month& month, int weekday) {
  std::set<int> days;
  for (int day = 1; day <= month.length(); ++day) {
    if (month.weekdays[static_cast<size_t>(day) - 1] == weekday) days.insert(day);
  }
  return days;
}

void ExpectDays(const std::string& text, const auto& expected_of) {
  static const std::vector<Month> kMonths = MonthsOfAllShapes();
  ASSERT_EQ(kMonths.size(), 28U);
  const Result<Cron> cron = ReadCron(text);
  ASSERT_TRUE(cron.ok()) << text << ": " << cron.error().detail;
  for (const Month& month : kMonths) {
    EXPECT_EQ(DueDays(*cron, month), expected_of(month))
        << text << " in a month of " << month.length() << " days from weekday "
        << month.weekdays.front();
  }
}

TEST(CronTest, DaysOfTheMonthInMonthsOfAllShapes) {
  for (int day = 1; day <= 31; ++day) {
    ExpectDays(fmt::format("0 0 2 {} * ?", day), [&](const Month& m) { return Only(m, day); });
    ExpectDays(fmt::format("0 0 2 {}W * ?", day),
               [&](const Month& m) { return NearestWorkday(m, day); });
  }
  for (int back = 0; back <= 30; ++back) {
    ExpectDays(fmt::format("0 0 2 L-{} * ?", back),
               [&](const Month& m) { return Only(m, m.length() - back); });
    ExpectDays(fmt::format("0 0 2 l-{}w * ?", back),
               [&](const Month& m) { return NearestWorkday(m, m.length() - back); });
  }
  ExpectDays("0 0 2 L * ?", [](const Month& m) { return std::set{m.length()}; });
  ExpectDays("0 0 2 LW * ?", [](const Month& m) { return NearestWorkday(m, m.length()); });
}

TEST(CronTest, DaysOfTheWeekInMonthsOfAllShapes) {
  const char* const names[] = {"SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"};
  for (int day = 1; day <= kWeek; ++day) {
    for (const std::string& name : {std::to_string(day), std::string(names[day - 1])}) {
      ExpectDays("0 0 2 ? * " + name, [&](const Month& m) { return AllOf(m, day); });
      ExpectDays("0 0 2 ? * " + name + "L",
                 [&](const Month& m) { return std::set{*AllOf(m, day).rbegin()}; });
      for (int which = 1; which <= 5; ++which) {
        ExpectDays(fmt::format("0 0 2 ? * {}#{}", name, which), [&](const Month& m) {
          const std::set<int> all = AllOf(m, day);
          if (all.size() < static_cast<size_t>(which)) return std::set<int>{};
          return std::set{*std::next(all.begin(), which - 1)};
        });
      }
    }
  }
  ExpectDays("0 0 2 ? * L", [](const Month& m) { return AllOf(m, kWeek); });
}

TEST(CronTest, ListsAreUnions) {
  ExpectDays("0 0 2 1,L,15W * ?", [](const Month& m) {
    std::set<int> days = NearestWorkday(m, 15);
    days.insert({1, m.length()});
    return days;
  });
  ExpectDays("0 0 2 ? * MON#1,6L", [](const Month& m) {
    return std::set{*AllOf(m, 2).begin(), *AllOf(m, 6).rbegin()};
  });
  ExpectDays("0 0 2 ? * FRI-MON", [](const Month& m) {
    std::set<int> days;
    for (const int day : {6, 7, 1, 2}) days.merge(AllOf(m, day));
    return days;
  });
}

TEST(CronTest, RangesGoOverTheEndOfTheirField) {
  EXPECT_EQ(ReadCron("0 0 22-2 * * ?")->hours, (std::vector<int>{0, 1, 2, 22, 23}));
  EXPECT_EQ(ReadCron("0 50-10/10 * * * ?")->minutes, (std::vector<int>{0, 10, 50}));
  EXPECT_EQ(ReadCron("0 0 0 1 NOV-FEB ?")->months, (std::vector<int>{1, 2, 11, 12}));
  EXPECT_EQ(ReadCron("0 /20 * * * ?")->minutes, (std::vector<int>{0, 20, 40}));
}

TEST(CronTest, WhatIsNoSchedule) {
  for (const char* text :
       {"0 0 2 W * ?", "0 0 2 0W * ?", "0 0 2 32W * ?", "0 0 2 L-31 * ?", "0 0 2 LX * ?",
        "0 0 2 1-5W * ?", "0 0 2 ? * 8L", "0 0 2 ? * 2#0", "0 0 2 ? * 2#6", "0 0 2 ? * #2",
        "0 0 2 ? * XL", "0 0 2 ? * 2#", "0 0 L * * ?", "0 0/90 * * * ?", "0 0 0/25 * * ?",
        "0 0 2 * * ? 2028-2026", "0 0 2 1 * MON", "? 0 2 * * ?"}) {
    EXPECT_FALSE(ReadCron(text).ok()) << text;
  }
}

TEST(CronTest, AScheduleThatIsNeverDueIsAnError) {
  for (const char* text : {"0 0 2 30 2 ?", "0 0 2 31 4,6,9,11 ?", "0 0 2 31W 2 ?",
                           "0 0 2 29 2 ? 2025-2027", "0 0 2 L-30 2,4 ?", "0 0 2 ? 2 MON#5 2025"}) {
    const Result<Cron> cron = ReadCron(text);
    ASSERT_FALSE(cron.ok()) << text;
    EXPECT_NE(cron.error().detail.find("is due on no day"), std::string::npos) << text;
  }
  for (const char* text :
       {"0 0 2 29 2 ?", "0 0 2 ? 2 MON#5", "0 0 2 29 2 ? 2028", "0 0 2 30 1 ?"}) {
    EXPECT_TRUE(ReadCron(text).ok()) << text;
  }
}

}  // namespace
}  // namespace paisql::nodes
