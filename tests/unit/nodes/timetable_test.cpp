#include "nodes/schedule/timetable.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "variables/schedule.h"

namespace paisql::nodes {
namespace {

TimeZone Zone(const std::string& name) {
  Result<TimeZone> zone = TimeZone::Load(name);
  EXPECT_TRUE(zone.ok());
  return *std::move(zone);
}

// Seconds of a time of the wall clock.
int64_t Wall(const char* text) { return variables::ReadCyctime(text).value(); }

std::vector<std::string> Times(const std::vector<std::string>& schedules, const TimeZone& zone,
                               int64_t after, int64_t until, size_t most = 100) {
  std::vector<std::string> times;
  for (const DueRun& run : DueRuns(schedules, zone, {after}, until, most).runs) {
    std::string text = zone.Format(run.time);
    for (const size_t node : run.nodes) text += " " + std::to_string(node);
    times.push_back(text);
  }
  return times;
}

using Texts = std::vector<std::string>;

TEST(TimetableTest, EachTimeHasTheNodesThatAreDue) {
  const TimeZone zone = Zone("Asia/Shanghai");
  const int64_t begin = InstantOf(zone, Wall("20260101000000"));
  const Texts schedules = {"00 30 02 * * ?", "00 00 */12 * * ?", "00 30 02 * * ?", ""};
  EXPECT_EQ(Times(schedules, zone, begin, begin + 86400),
            (Texts{"2026-01-01 02:30:00 0 2", "2026-01-01 12:00:00 1", "2026-01-02 00:00:00 1"}));
  EXPECT_EQ(NextDue(schedules, zone, {begin}), begin + 2 * 3600 + 30 * 60);
  EXPECT_EQ(NextDue({"", ""}, zone, {begin}), std::nullopt);
  EXPECT_EQ(NextDue({"00 00 00 L 2 ?"}, zone, {begin}), InstantOf(zone, Wall("20260228000000")));
}

TEST(TimetableTest, AMachineThatSleptAsksForAllOfItAtOnce) {
  const TimeZone zone = Zone("Asia/Shanghai");
  const int64_t begin = InstantOf(zone, Wall("20260101030000"));
  const Texts schedules = {"00 30 02 * * ?"};
  const int64_t awake = begin + 3 * 86400;
  EXPECT_EQ(Times(schedules, zone, begin, awake),
            (Texts{"2026-01-02 02:30:00 0", "2026-01-03 02:30:00 0", "2026-01-04 02:30:00 0"}));
  EXPECT_EQ(Times(schedules, zone, begin, awake, 2),
            (Texts{"2026-01-03 02:30:00 0", "2026-01-04 02:30:00 0"}));
  // A clock that is put back asks for nothing a second time.
  EXPECT_EQ(Times(schedules, zone, awake, begin), Texts{});
  EXPECT_EQ(NextDue(schedules, zone, {awake}), begin + 4 * 86400 - 30 * 60);
}

TEST(TimetableTest, ChangesOfTheClockLeaveNothingOutAndDoNothingTwice) {
  const TimeZone zone = Zone("America/New_York");
  const Texts schedules = {"00 30 02 * * ?", "00 30 01 * * ?"};
  // 2026-03-08 02:00 becomes 03:00.
  int64_t begin = InstantOf(zone, Wall("20260307120000"));
  EXPECT_EQ(Times(schedules, zone, begin, begin + 86400),
            (Texts{"2026-03-08 01:30:00 1", "2026-03-08 03:30:00 0"}));
  EXPECT_EQ(DueRuns(schedules, zone, {begin}, begin + 86400, 9).runs[1].cyctime,
            Wall("20260308023000"));
  // 2026-11-01 02:00 becomes 01:00.
  begin = InstantOf(zone, Wall("20261031120000"));
  const std::vector<DueRun> runs = DueRuns(schedules, zone, {begin}, begin + 86400, 9).runs;
  ASSERT_EQ(runs.size(), 2U);
  EXPECT_EQ(runs[0].cyctime, Wall("20261101013000"));
  EXPECT_EQ(runs[1].time - runs[0].time, 2 * 3600);
}

// What a daemon runs that does one time after the other.
Texts RunOneByOne(const Texts& schedules, const TimeZone& zone, DoneUntil done, int64_t until) {
  Texts ran;
  while (true) {
    const std::optional<int64_t> next = NextDue(schedules, zone, done);
    if (!next.has_value() || *next > until) return ran;
    const std::vector<DueRun> due = DueRuns(schedules, zone, done, *next, 100).runs;
    if (due.empty()) return ran;
    for (const size_t node : due.front().nodes) {
      ran.push_back(std::to_string(node) + " " +
                    TimeZone().Format(due.front().cyctime).substr(11, 5));
    }
    done = {due.front().time, due.front().cyctime};
  }
}

TEST(TimetableTest, TwoTimesOfOneInstantBothRun) {
  const TimeZone zone = Zone("America/New_York");
  // On 2026-03-08 02:00 and 03:00 are one instant, and 02:30 comes after 03:00 and 03:15.
  const int64_t begin = InstantOf(zone, Wall("20260308013000"));
  const Texts schedules = {"00 00 02 * * ?", "00 30 02 * * ?", "00 00 03 * * ?", "00 15 03 * * ?"};
  EXPECT_EQ(RunOneByOne(schedules, zone, {begin}, begin + 4 * 3600),
            (Texts{"0 02:00", "2 03:00", "3 03:15", "1 02:30"}));
  EXPECT_EQ(RunOneByOne({"00 00 * * * ?"}, zone, {begin}, begin + 4 * 3600),
            (Texts{"0 02:00", "0 03:00", "0 04:00", "0 05:00", "0 06:00"}));
  // An instant that is done as a whole is done.
  EXPECT_EQ(RunOneByOne(schedules, zone, {InstantOf(zone, Wall("20260308030000"))}, begin + 7200),
            (Texts{"3 03:15", "1 02:30"}));
}

TEST(TimetableTest, AFrequentNodeTakesNoPlaceOfARareOne) {
  const TimeZone zone = Zone("Asia/Shanghai");
  const int64_t begin = InstantOf(zone, Wall("20260101120000"));
  const Texts schedules = {"00 30 02 * * ?", "00 * * * * ?"};
  const int64_t until = begin + 10 * 86400;
  const DueTimes due = DueRuns(schedules, zone, {begin}, until, 100);
  size_t daily = 0;
  size_t often = 0;
  for (const DueRun& run : due.runs) {
    for (const size_t node : run.nodes) ++(node == 0 ? daily : often);
  }
  EXPECT_EQ(daily, 10U);
  EXPECT_EQ(often, 100U);
  ASSERT_EQ(due.left_out.size(), 1U);
  const LeftOut& left = due.left_out.front();
  EXPECT_EQ(left.nodes, std::vector<size_t>{1});
  EXPECT_EQ(left.times, 10 * 1440 - 100);
  EXPECT_EQ(left.first, Wall("20260101120100"));
  EXPECT_EQ(left.last, Wall("20260111102000"));
  // What was left out before is not told again.
  const auto again = DueRuns(schedules, zone, {begin}, until, 100, {{left.schedule, left.until}});
  EXPECT_TRUE(again.left_out.empty());
  EXPECT_EQ(again.runs.size(), due.runs.size());
}

TEST(TimetableTest, WhatIsLeftOutIsCountedAsItIsListed) {
  const TimeZone zone = Zone("America/New_York");
  const int64_t begin = InstantOf(zone, Wall("20260227101500"));
  for (const char* schedule :
       {"00 00 * * * ?", "00 30 02 * * ?", "00 */7 1-3 ? * MON", "30 5 4 L * ?"}) {
    for (const int days : {1, 5, 30, 300}) {
      const int64_t until = begin + days * 86400;
      const size_t all = DueRuns({schedule}, zone, {begin}, until, 1000000).runs.size();
      for (const size_t most : {1UL, 40UL}) {
        const DueTimes due = DueRuns({schedule}, zone, {begin}, until, most);
        EXPECT_EQ(due.runs.size(), std::min(all, most));
        const int64_t left = due.left_out.empty() ? 0 : due.left_out.front().times;
        EXPECT_EQ(left + static_cast<int64_t>(due.runs.size()), static_cast<int64_t>(all))
            << schedule << " " << days;
      }
    }
  }
}

TEST(TimetableTest, AClockThatIsSetHasNothingRunTwiceOrLost) {
  const TimeZone zone = Zone("Asia/Shanghai");
  const Texts schedules = {"00 00 * * * ?"};
  const int64_t noon = InstantOf(zone, Wall("20260101120000"));
  // What a daemon does with a clock that shows these times, one after the other.
  int64_t done = noon;
  Texts ran;
  for (const int64_t clock : {noon + 1800, noon + 3600, noon - 7200, noon + 1800, noon + 3700,
                              noon + 5 * 3600, noon + 4 * 3600, noon + 6 * 3600}) {
    for (const DueRun& run : DueRuns(schedules, zone, {done}, clock, 100).runs) {
      ran.push_back(zone.Format(run.time).substr(11, 5));
      done = run.time;
    }
  }
  EXPECT_EQ(ran, (Texts{"13:00", "14:00", "15:00", "16:00", "17:00", "18:00"}));
}

TEST(TimetableTest, NodesWithoutAScheduleGoWithWhatTheyWaitFor) {
  Flow flow;
  flow.nodes.resize(4);
  flow.nodes[0].cron = "00 00 01 * * ?";
  flow.nodes[1].cron = "00 00 05 * * ?";
  Graph graph;
  graph.after.resize(4);
  graph.after[2].resize(2);
  graph.after[2][1].from = 1;
  graph.order = {0, 1, 2, 3};
  EXPECT_EQ(SchedulesOf(flow, graph),
            (Texts{"00 00 01 * * ?", "00 00 05 * * ?", "00 00 05 * * ?", "00 00 01 * * ?"}));
  flow.nodes[0].cron.clear();
  flow.nodes[1].cron.clear();
  EXPECT_EQ(SchedulesOf(flow, graph), Texts(4));
  flow.cron = "00 00 02 * * ?";
  EXPECT_EQ(SchedulesOf(flow, graph), Texts(4, "00 00 02 * * ?"));
}

}  // namespace
}  // namespace paisql::nodes
