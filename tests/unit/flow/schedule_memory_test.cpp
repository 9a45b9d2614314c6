#include "flow/schedule/schedule_memory.h"

#include <gtest/gtest.h>

namespace paisql::flow {
namespace {

constexpr int64_t kHour = 3600;
constexpr int64_t kDay = 24 * kHour;
constexpr int64_t kNow = 20000 * kDay;

DoneOfFlow Done(int64_t until, int64_t seen) {
  DoneOfFlow done;
  done.until = {until};
  done.seen = seen;
  return done;
}

TEST(ScheduleMemoryTest, ALookAtAnotherYearIsTakenBack) {
  DoneOfFlow done = Done(kNow - kHour, kNow);
  // The clock shows the next year, and what is due until then is done.
  EXPECT_EQ(LookAtClock(kNow + 400 * kDay, done), ClockNews::kNoted);
  done.until = {kNow + 400 * kDay};
  done.waiting = {{kNow + 399 * kDay, 0, {"later"}}, {kNow - 2 * kHour, 0, {"early"}}};
  EXPECT_EQ(LookAtClock(kNow + 400 * kDay + kHour, done), ClockNews::kNone);
  EXPECT_EQ(LookAtClock(kNow + 2 * kHour, done), ClockNews::kPutBack);
  EXPECT_EQ(done.until, (nodes::DoneUntil{kNow - kHour}));
  ASSERT_EQ(done.waiting.size(), 1U);
  EXPECT_EQ(done.waiting.front().nodes.front(), "early");
  EXPECT_EQ(LookAtClock(kNow + 3 * kHour, done), ClockNews::kNone);
}

TEST(ScheduleMemoryTest, AClockThatWentWrongLongAgoGoesOnFromNow) {
  DoneOfFlow done = Done(kNow + 30 * kDay, kNow + 30 * kDay);
  EXPECT_EQ(LookAtClock(kNow, done), ClockNews::kPutBack);
  EXPECT_EQ(done.until, (nodes::DoneUntil{kNow}));
  // A jump that the clock has gone on from for a day is nothing to go back to.
  done = Done(kNow, kNow);
  EXPECT_EQ(LookAtClock(kNow + 2 * kDay, done), ClockNews::kNoted);
  EXPECT_EQ(done.jumped, kNow + 2 * kDay);
  for (int64_t now = kNow + 2 * kDay; now < kNow + 4 * kDay; now += kHour) LookAtClock(now, done);
  EXPECT_EQ(done.jumped, 0);
}

TEST(ScheduleMemoryTest, SomeHoursChangeNothing) {
  DoneOfFlow done = Done(kNow, kNow);
  EXPECT_EQ(LookAtClock(kNow - 5 * kHour, done), ClockNews::kNoted);
  EXPECT_EQ(done.until, (nodes::DoneUntil{kNow}));
}

}  // namespace
}  // namespace paisql::flow
