#include "variables/time_expression.h"

#include <gtest/gtest.h>

#include "variables/value.h"

namespace paisql::variables {
namespace {

Schedule Of(std::string_view bizdate, std::string_view cyctime, std::string_view today = "") {
  const auto biz = bizdate.empty() ? std::nullopt : ReadBizdate(bizdate);
  const auto cyc = cyctime.empty() ? std::nullopt : ReadCyctime(cyctime);
  return MakeSchedule(biz, cyc, ReadBizdate(today.empty() ? "20251101" : today).value());
}

// What a parameter's value stands for.
std::string Text(std::string_view value, const Schedule& schedule) {
  VariableSet set;
  set.UseSchedule(schedule);
  const auto expanded = Expand({"p", std::string(value)}, set);
  return expanded.ok() ? expanded->text : "error: " + expanded.error().detail;
}

struct Golden {
  std::string_view value;
  std::string_view text;
};

void ExpectAll(std::initializer_list<Golden> goldens, const Schedule& schedule) {
  for (const Golden& golden : goldens) {
    EXPECT_EQ(Text(golden.value, schedule), golden.text) << golden.value;
  }
}

TEST(TimeExpressionTest, ADailyNodeAtHalfPastTwo) {
  ExpectAll({{"${yyyymmdd}", "20251031"},
             {"$[yyyymmddhh24miss]", "20251101023045"},
             {"${yyyy}", "2025"},
             {"${mm}", "10"},
             {"$[mm]", "11"},
             {"${dd}", "31"},
             {"$[dd]", "01"},
             {"$[hh24]", "02"},
             {"$[hh]", "02"},
             {"$[mi]", "30"},
             {"$[ss]", "45"},
             {"${yyyymm}", "202510"},
             {"$[yyyymm]", "202511"},
             {"${yyyy-mm-dd}", "2025-10-31"},
             {"$[yyyy-mm-dd]", "2025-11-01"},
             {"${yy}", "25"},
             {"$yyyymmdd", "20251031"},
             {"$yyyy", "2025"},
             {"$mm", "10"},
             {"$dd", "31"}},
            Of("20251031", "20251101023045"));
}

TEST(TimeExpressionTest, SystemParametersOfADailyNodeAtMidnight) {
  ExpectAll({{"$bizdate", "20251031"},
             {"$cyctime", "20251101000000"},
             {"$gmtdate", "20251101"},
             {"$bizmonth", "202510"}},
            Of("20251031", ""));
}

TEST(TimeExpressionTest, TheBusinessMonthIsNeverTheCurrentOne) {
  EXPECT_EQ(Text("$bizmonth", Of("20251114", "", "20251115")), "202510");
  EXPECT_EQ(Text("$bizmonth", Of("20260114", "", "20260115")), "202512");
  // A backfill: the current month is the clock's.
  EXPECT_EQ(Text("$bizmonth", Of("20250514", "", "20251115")), "202505");
}

TEST(TimeExpressionTest, ScheduledInTheMorning) {
  const Schedule schedule = Of("", "20250720103000");
  ExpectAll({{"${yyyy-1}", "2024"},
             {"${yyyy-mm-dd-29}", "2025-06-20"},
             {"$[add_months(yyyymmdd,-1)]", "20250620"},
             {"${yyyy-mm-dd}", "2025-07-19"},
             {"$[yyyy-mm-dd-1]", "2025-07-19"},
             {"${yyyy-mm-dd-364}", "2024-07-20"},
             {"$[add_months(yyyymmdd,-12)]", "20240720"},
             {"$[add_months(yyyymmdd,-12*1)]", "20240720"},
             {"$[add_months(yyyymmdd,2)]", "20250920"},
             {"$[hh24:mi:ss]", "10:30:00"},
             {"$[hh24:mi:ss-1/24/60]", "10:29:00"},
             {"$[hh24:mi:ss-1/24]", "09:30:00"},
             {"$[yyyymmddhh24miss-1]", "20250719103000"},
             {"$[yyyymmdd-1] $[hh24:mi:ss]", "20250719 10:30:00"},
             {"$[hh24miss-15/24/60]", "101500"},
             {"$[yyyymmdd-1-11/24]", "20250718"},
             {"$[yyyymmdd-7*1]", "20250713"},
             {"$[yyyy-15/24/60]", "2025"},
             {"$[yyyymm-1/24]", "202507"},
             {"${yyyymmdd-7*2}", "20250705"},
             {"${yyyymmdd+7*1}", "20250726"},
             {"${yyyymm-1}", "202506"},
             {"${yyyymm-7}", "202412"},
             {"${yyyy/mm/dd}", "2025/07/19"}},
            schedule);
}

TEST(TimeExpressionTest, TwoParametersJoinedInAText) {
  VariableSet set;
  set.UseSchedule(Of("", "20250720103000"));
  set.Set({"d1", "$[yyyymmdd-1]"});
  set.Set({"d2", "$[hh24:mi:ss]"});
  const auto value = Expand({"both", "${d1} ${d2}"}, set);
  ASSERT_TRUE(value.ok());
  EXPECT_EQ(value->text, "20250719 10:30:00");
}

TEST(TimeExpressionTest, BackfillAndNormalRun) {
  ExpectAll({{"${yyyymmdd}", "20250315"}, {"$[yyyymmddhh24miss]", "20250316000000"}},
            Of("20250315", ""));
  ExpectAll({{"${yyyymmdd}", "20250314"}, {"$[yyyymmddhh24miss]", "20250315000000"}},
            Of("", "", "20250315"));
}

TEST(TimeExpressionTest, OfAUsersNote) {
  ExpectAll({{"$[yyyy-mm-dd]", "2019-01-14"}, {"$[yyyymmdd-2]", "20190112"}},
            Of("", "20190114010000"));
}

TEST(TimeExpressionTest, ValuesAreJoinedWithConstants) {
  ExpectAll({{"${yyyymm}01", "20251001"},
             {"dt=$bizdate/hh=$[hh24]", "dt=20251031/hh=00"},
             {"$bizdates", "$bizdates"},
             {"5 $", "5 $"},
             {"$[0].a", "$[0].a"},
             {"$$bizdate $${yyyymmdd} $$[yyyymmdd]", "$bizdate ${yyyymmdd} $[yyyymmdd]"}},
            Of("20251031", ""));
}

TEST(TimeExpressionTest, MonthsEndWhereTheyEnd) {
  EXPECT_EQ(Text("$[add_months(yyyymmdd,-1)]", Of("", "20250331000000")), "20250228");
  EXPECT_EQ(Text("$[add_months(yyyymmdd,-1)]", Of("", "20240331000000")), "20240229");
  EXPECT_EQ(Text("$[add_months(yyyymmdd,12)]", Of("", "20240229000000")), "20250228");
  EXPECT_EQ(Text("$[add_months(yyyymmdd,-14)]", Of("", "20250131000000")), "20231130");
  EXPECT_EQ(Text("${yyyy-1}", Of("20240229", "")), "2023");
}

TEST(TimeExpressionTest, HoursOfTwelve) {
  EXPECT_EQ(Text("$[hh]", Of("", "20250720000000")), "12");
  EXPECT_EQ(Text("$[hh12:mi]", Of("", "20250720143000")), "02:30");
}

TEST(TimeExpressionTest, TheHourBeforeMidnightIsOfTheDayBefore) {
  EXPECT_EQ(Text("$[yyyymmdd-1/24] $[hh24-1/24]", Of("", "20250720003000")), "20250719 23");
}

TEST(TimeExpressionTest, WhatIsNoTimeIsAName) {
  for (const char* name : {"ddl", "mm_count", "yyyymmdd_", "day", "dt", "yyyymmdd-x", "yyyymmdd-",
                           "yyyymmdd -1", "add_months", "add_months(yyyymmdd)", "", "-1"}) {
    EXPECT_FALSE(IsTimeExpression(name)) << name;
  }
}

TEST(TimeExpressionTest, WhatAFamilyDoesNotTake) {
  const Schedule schedule = Of("20251031", "");
  for (const char* value :
       {"${yyyymmdd-1/24}", "${hh24}", "${yyyymmddhh24miss}", "${add_months(yyyymmdd,-1)}",
        "$[yyyymmdd-1/0]", "$[add_months(yyyymmdd,1/2)]", "$[yyyymmdd-999999999]", "${yyyy-9999}",
        "$jobid", "$nodeid", "$taskid", "${nothing}"}) {
    EXPECT_TRUE(Text(value, schedule).starts_with("error: ")) << Text(value, schedule);
  }
}

TEST(TimeExpressionTest, AMonthThatGoesBackADayIsWarnedOf) {
  const Schedule schedule = Of("20251031", "");
  const auto warned = [&](std::string_view inner) {
    return !EvaluateTime(inner, TimeFamily::kCyctime, schedule)->warning.empty();
  };
  EXPECT_TRUE(warned("yyyymm-1"));
  EXPECT_TRUE(warned("yyyy-1"));
  EXPECT_FALSE(warned("yyyymm-1/24"));
  EXPECT_FALSE(warned("yyyymmdd-1"));
  EXPECT_FALSE(warned("add_months(yyyymm,-1)"));
}

TEST(ScheduleTest, Forms) {
  EXPECT_EQ(ReadBizdate("20251031"), ReadBizdate("2025-10-31"));
  EXPECT_EQ(ReadCyctime("20251101023045"), ReadCyctime("2025-11-01 02:30:45"));
  EXPECT_EQ(ReadCyctime("202511010230"), ReadCyctime("20251101023000"));
  for (const char* text : {"", "2025", "20250230", "20251301", "2025103", "2025103x"}) {
    EXPECT_FALSE(ReadBizdate(text).has_value()) << text;
  }
  for (const char* text : {"", "20251101", "20251101250000", "20250230000000"}) {
    EXPECT_FALSE(ReadCyctime(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace paisql::variables
