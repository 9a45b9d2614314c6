#include "nodes/run/scheduler.h"

#include <gtest/gtest.h>

#include <random>

namespace paisql::nodes {
namespace {

Rules After(std::vector<size_t> after) {
  Rules rules;
  rules.after = std::move(after);
  return rules;
}

// All that may begin at this time, begun.
std::vector<size_t> BeginAll(Scheduler& scheduler, int64_t now = 0) {
  std::vector<size_t> begun;
  size_t node = 0;
  while (scheduler.BeginNext(now, node)) begun.push_back(node);
  return begun;
}

using Nodes = std::vector<size_t>;

TEST(SchedulerTest, WhatWaitsBeginsWhenAllBeforeItHaveSucceeded) {
  Scheduler scheduler({After({}), After({}), After({0, 1}), After({2})});
  EXPECT_EQ(BeginAll(scheduler), (Nodes{0, 1}));
  scheduler.Succeed(0);
  EXPECT_EQ(BeginAll(scheduler), Nodes{});
  EXPECT_EQ(scheduler.state(2), State::kNotRun);
  scheduler.Succeed(1);
  EXPECT_EQ(BeginAll(scheduler), Nodes{2});
  scheduler.Succeed(2);
  EXPECT_EQ(BeginAll(scheduler), Nodes{3});
  EXPECT_FALSE(scheduler.Ended());
  scheduler.Succeed(3);
  EXPECT_TRUE(scheduler.Ended());
}

TEST(SchedulerTest, TheHighestPriorityGoesFirst) {
  std::vector<Rules> rules(3);
  rules[1].priority = 8;
  rules[2].priority = 3;
  Scheduler scheduler(std::move(rules));
  EXPECT_EQ(BeginAll(scheduler), (Nodes{1, 2, 0}));
}

TEST(SchedulerTest, WhatWaitsForAFailureNeverBegins) {
  Scheduler scheduler({After({}), After({0}), After({1}), After({})});
  EXPECT_EQ(BeginAll(scheduler), (Nodes{0, 3}));
  EXPECT_FALSE(scheduler.Fail(0, 0));
  scheduler.Succeed(3);
  EXPECT_TRUE(scheduler.Ended());
  EXPECT_EQ(scheduler.state(0), State::kFailure);
  EXPECT_EQ(scheduler.reason(2), Reason::kBlocked);
  EXPECT_EQ(scheduler.blocked_by(2), 0U);
}

TEST(SchedulerTest, AFailedNodeIsTriedAgainAfterItsInterval) {
  std::vector<Rules> rules(1);
  rules[0].reruns = 1;
  rules[0].rerun_interval_ms = 1000;
  Scheduler scheduler(std::move(rules));
  EXPECT_EQ(scheduler.NextTime(), kNoTime);
  EXPECT_EQ(BeginAll(scheduler), Nodes{0});
  EXPECT_TRUE(scheduler.Fail(0, 500));
  EXPECT_EQ(scheduler.state(0), State::kWaitTime);
  EXPECT_EQ(scheduler.NextTime(), 1500);
  EXPECT_EQ(BeginAll(scheduler, 1499), Nodes{});
  EXPECT_FALSE(scheduler.Ended());
  EXPECT_EQ(BeginAll(scheduler, 1500), Nodes{0});
  EXPECT_EQ(scheduler.attempts(0), 2);
  EXPECT_FALSE(scheduler.Fail(0, 1600));
  EXPECT_EQ(scheduler.state(0), State::kFailure);
  EXPECT_TRUE(scheduler.Ended());
}

TEST(SchedulerTest, WhatRunsNothingLetsOthersBegin) {
  std::vector<Rules> rules = {After({}), After({0}), After({1}), After({2})};
  rules[0].dry = true;
  rules[1].kept = true;
  rules[2].left_out = true;
  Scheduler scheduler(std::move(rules));
  EXPECT_EQ(BeginAll(scheduler), Nodes{3});
  EXPECT_EQ(scheduler.state(0), State::kSuccess);
  EXPECT_EQ(scheduler.reason(0), Reason::kDryRun);
  EXPECT_EQ(scheduler.reason(1), Reason::kKept);
  EXPECT_EQ(scheduler.state(2), State::kNotRun);
}

TEST(SchedulerTest, AFrozenNodeHoldsBackWhatWaitsForIt) {
  std::vector<Rules> rules = {After({}), After({0})};
  rules[0].frozen = true;
  Scheduler scheduler(std::move(rules));
  EXPECT_EQ(BeginAll(scheduler), Nodes{});
  EXPECT_TRUE(scheduler.Ended());
  EXPECT_EQ(scheduler.reason(0), Reason::kFrozen);
  EXPECT_EQ(scheduler.reason(1), Reason::kBlocked);
}

TEST(SchedulerTest, NothingBeginsAfterAStop) {
  std::vector<Rules> rules = {After({}), After({0}), After({})};
  rules[0].reruns = 5;
  Scheduler scheduler(std::move(rules));
  size_t node = 9;
  ASSERT_TRUE(scheduler.BeginNext(0, node));
  EXPECT_EQ(node, 0U);
  scheduler.Stop();
  EXPECT_FALSE(scheduler.BeginNext(0, node));
  EXPECT_FALSE(scheduler.Ended());
  EXPECT_FALSE(scheduler.Fail(0, 0));
  EXPECT_TRUE(scheduler.Ended());
  EXPECT_EQ(scheduler.reason(1), Reason::kStopped);
  EXPECT_EQ(scheduler.reason(2), Reason::kStopped);
}

TEST(SchedulerTest, ChangesAreToldOnce) {
  Scheduler scheduler({After({}), After({0})});
  EXPECT_EQ(scheduler.TakeChanged(), Nodes{0});
  BeginAll(scheduler);
  scheduler.Succeed(0);
  EXPECT_EQ(scheduler.TakeChanged(), (Nodes{0, 1}));
  EXPECT_EQ(scheduler.TakeChanged(), Nodes{});
}

TEST(SchedulerTest, WhatABranchSkipsIsSkippedDownToAMerge) {
  // 0 is a branch before 1 and 2; 3 waits for 1, 4 for 1 and 2, 5 merges 3 and 2, 6 waits for 5.
  std::vector<Rules> rules = {After({}),     After({0}),    After({0}), After({1}),
                              After({1, 2}), After({3, 2}), After({5})};
  rules[5].merges = true;
  Scheduler scheduler(std::move(rules));
  EXPECT_EQ(BeginAll(scheduler), Nodes{0});
  scheduler.Succeed(0, {1});
  EXPECT_EQ(BeginAll(scheduler), Nodes{2});
  for (const size_t node : {1, 3, 4}) {
    EXPECT_EQ(scheduler.state(node), State::kNotRun);
    EXPECT_EQ(scheduler.reason(node), Reason::kSkipped);
  }
  scheduler.Succeed(2);
  EXPECT_EQ(BeginAll(scheduler), Nodes{5});
  scheduler.Succeed(5);
  EXPECT_EQ(BeginAll(scheduler), Nodes{6});
}

TEST(SchedulerTest, OneThatIgnoresSkipsRuns) {
  std::vector<Rules> rules = {After({}), After({0}), After({1})};
  rules[2].ignores_skips = true;
  Scheduler scheduler(std::move(rules));
  EXPECT_EQ(BeginAll(scheduler), Nodes{0});
  scheduler.Succeed(0, {1});
  EXPECT_EQ(BeginAll(scheduler), Nodes{2});
}

TEST(SchedulerTest, AKeptBranchSkipsWhatItHasSkipped) {
  std::vector<Rules> rules = {After({}), After({0}), After({0})};
  rules[0].kept = true;
  rules[0].skipped = {1};
  Scheduler scheduler(std::move(rules));
  EXPECT_EQ(BeginAll(scheduler), Nodes{2});
  EXPECT_EQ(scheduler.reason(1), Reason::kSkipped);
}

TEST(SchedulerTest, AMergeBeginsBehindAFailureAndNotBehindABlockedNode) {
  // 2 merges 0 and 1; 3 waits for 1; 4 merges 3 and 0.
  std::vector<Rules> rules = {After({}), After({}), After({0, 1}), After({1}), After({0, 3})};
  rules[2].merges = rules[4].merges = true;
  Scheduler scheduler(std::move(rules));
  EXPECT_EQ(BeginAll(scheduler), (Nodes{0, 1}));
  scheduler.Fail(1, 0);
  scheduler.Succeed(0);
  EXPECT_EQ(BeginAll(scheduler), Nodes{2});
  EXPECT_EQ(scheduler.reason(3), Reason::kBlocked);
  EXPECT_EQ(scheduler.reason(4), Reason::kBlocked);
}

TEST(SchedulerTest, TimesGoOnThoughNobodyIsFree) {
  std::vector<Rules> rules(2);
  rules[0].needs_slot = false;
  rules[0].reruns = 1;
  rules[0].rerun_interval_ms = 10;
  Scheduler scheduler(std::move(rules));
  size_t node = 9;
  ASSERT_TRUE(scheduler.BeginNext(0, node, Room::kForNone));
  EXPECT_EQ(node, 0U);
  EXPECT_FALSE(scheduler.BeginNext(0, node, Room::kForNone));
  scheduler.Fail(0, 0);
  EXPECT_EQ(scheduler.NextTime(), 10);
  // The time of one that needs a slot is over when it is looked at: nobody spins for it.
  ASSERT_TRUE(scheduler.BeginNext(10, node, Room::kForNone));
  EXPECT_EQ(scheduler.NextTime(), kNoTime);
  scheduler.GiveBack(0);
  EXPECT_EQ(scheduler.state(0), State::kWaitResource);
  ASSERT_TRUE(scheduler.BeginNext(10, node, Room::kForNone));
  EXPECT_EQ(scheduler.attempts(0), 2);
}

// Whatever nodes wait for, with whatever ends: each node ends in one state, none begins before
// those that it waits for have succeeded, and the whole ends.
TEST(SchedulerTest, RandomGraphsEnd) {
  std::mt19937 chance(7);
  for (int round = 0; round < 200; ++round) {
    const size_t count = 1 + chance() % 30;
    std::vector<Rules> rules(count);
    for (size_t i = 1; i < count; ++i) {
      for (size_t from = 0; from < i; ++from) {
        if (chance() % 5 == 0) rules[i].after.push_back(from);
      }
    }
    for (Rules& one : rules) {
      one.dry = chance() % 9 == 0;
      one.frozen = chance() % 15 == 0;
      one.left_out = chance() % 9 == 0;
      one.reruns = static_cast<int>(chance() % 3);
      one.priority = 1 + static_cast<int>(chance() % 8);
    }
    const std::vector<Rules> kept = rules;
    Scheduler scheduler(std::move(rules));
    Nodes running;
    for (int64_t now = 0; !scheduler.Ended(); ++now) {
      ASSERT_LT(now, 10000);
      size_t node = 0;
      while (running.size() < 3 && scheduler.BeginNext(now, node)) {
        for (const size_t from : kept[node].after) {
          ASSERT_TRUE(kept[from].left_out || scheduler.state(from) == State::kSuccess);
        }
        running.push_back(node);
      }
      if (running.empty()) continue;
      const size_t ended = running.back();
      running.pop_back();
      if (chance() % 4 == 0) {
        scheduler.Fail(ended, now);
      } else {
        scheduler.Succeed(ended);
      }
    }
    for (size_t i = 0; i < count; ++i) {
      const State state = scheduler.state(i);
      ASSERT_TRUE(state == State::kSuccess || state == State::kFailure ||
                  (state == State::kNotRun && scheduler.reason(i) != Reason::kNone));
    }
  }
}

}  // namespace
}  // namespace paisql::nodes
