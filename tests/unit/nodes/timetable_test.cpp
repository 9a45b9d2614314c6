#include "nodes/schedule/timetable.h"

#include <gtest/gtest.h>

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
  for (const DueRun& run : DueRuns(schedules, zone, after, until, most)) {
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
  EXPECT_EQ(NextDue(schedules, zone, begin), begin + 2 * 3600 + 30 * 60);
  EXPECT_EQ(NextDue({"", ""}, zone, begin), std::nullopt);
  EXPECT_EQ(NextDue({"00 00 00 L 2 ?"}, zone, begin), InstantOf(zone, Wall("20260228000000")));
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
  EXPECT_EQ(NextDue(schedules, zone, awake), begin + 4 * 86400 - 30 * 60);
}

TEST(TimetableTest, ChangesOfTheClockLeaveNothingOutAndDoNothingTwice) {
  const TimeZone zone = Zone("America/New_York");
  const Texts schedules = {"00 30 02 * * ?", "00 30 01 * * ?"};
  // 2026-03-08 02:00 becomes 03:00.
  int64_t begin = InstantOf(zone, Wall("20260307120000"));
  EXPECT_EQ(Times(schedules, zone, begin, begin + 86400),
            (Texts{"2026-03-08 01:30:00 1", "2026-03-08 03:30:00 0"}));
  EXPECT_EQ(DueRuns(schedules, zone, begin, begin + 86400, 9)[1].cyctime, Wall("20260308023000"));
  // 2026-11-01 02:00 becomes 01:00.
  begin = InstantOf(zone, Wall("20261031120000"));
  const std::vector<DueRun> runs = DueRuns(schedules, zone, begin, begin + 86400, 9);
  ASSERT_EQ(runs.size(), 2U);
  EXPECT_EQ(runs[0].cyctime, Wall("20261101013000"));
  EXPECT_EQ(runs[1].time - runs[0].time, 2 * 3600);
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
    for (const DueRun& run : DueRuns(schedules, zone, done, clock, 100)) {
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
