#include "jobs/queue/schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace paisql::jobs {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr int kCores = 100;

Quota MakeQuota(int cores, int64_t memory_mb = 100'000, int cards = 0) {
  Quota quota{cores * kCores, memory_mb, {}};
  for (int i = 0; i < cards; ++i) quota.cards.push_back({i, 16'000});
  return quota;
}

TEST(ClaimTest, WhatWasWrittenCanBeReadAndDamageIsSeen) {
  const store::Claim good = WriteClaim({{}, {100, 10, {50}}, MakeQuota(2, 100, 1), {{0}}});
  EXPECT_TRUE(IsReadable(good));
  for (std::string store::Claim::*column :
       {&store::Claim::gpus, &store::Claim::cards, &store::Claim::quota}) {
    for (const char* text : {"", "{", "7", "[\"a\"]", "{\"cpu\": \"x\"}", "\xff"}) {
      store::Claim damaged = good;
      damaged.*column = text;
      EXPECT_FALSE(IsReadable(damaged)) << text;
    }
  }
}

// Claims in the order of their adding.
class ScheduleTest : public ::testing::Test {
 protected:
  void Add(const std::string& name, Demand demand, int priority = 9) {
    QueuedClaim queued;
    queued.claim.ticket = ++tickets_;
    queued.claim.job_id = name;
    queued.claim.priority = priority;
    queued.demand = std::move(demand);
    queued.quota = quota_;
    claims_.push_back(std::move(queued));
    std::stable_sort(claims_.begin(), claims_.end(),
                     [](const QueuedClaim& left, const QueuedClaim& right) {
                       return left.claim.priority < right.claim.priority;
                     });
    Schedule(&claims_);
  }
  void AddCores(const std::string& name, int cores, int priority = 9) {
    Add(name, {cores * kCores, 0, {}}, priority);
  }
  void End(const std::string& name) {
    std::erase_if(claims_, [&](const QueuedClaim& one) { return one.claim.job_id == name; });
    Schedule(&claims_);
  }
  std::vector<std::string> Running() const {
    std::vector<std::string> names;
    for (const QueuedClaim& one : claims_) {
      if (one.claim.granted) names.push_back(one.claim.job_id);
    }
    return names;
  }
  CardLists CardsOf(const std::string& name) const {
    for (const QueuedClaim& one : claims_) {
      if (one.claim.job_id == name) return one.cards;
    }
    return {};
  }

  Quota quota_ = MakeQuota(4);
  std::vector<QueuedClaim> claims_;
  int64_t tickets_ = 0;
};

TEST_F(ScheduleTest, JobsRunBesideEachOtherWhileTheyFit) {
  AddCores("a", 2);
  AddCores("b", 2);
  AddCores("c", 1);
  EXPECT_THAT(Running(), ElementsAre("a", "b"));
  EXPECT_EQ(WaitsFor(claims_, "c"), "1 core, of which 0 are free");
  End("a");
  EXPECT_THAT(Running(), ElementsAre("b", "c"));
}

TEST_F(ScheduleTest, ThePriorityDecidesAndThenTheOrder) {
  AddCores("running", 4);
  AddCores("late", 4);
  AddCores("first", 4, 0);
  AddCores("second", 4, 0);
  End("running");
  EXPECT_THAT(Running(), ElementsAre("first"));
  End("first");
  EXPECT_THAT(Running(), ElementsAre("second"));
  End("second");
  EXPECT_THAT(Running(), ElementsAre("late"));
}

TEST_F(ScheduleTest, AJobGetsAllOrNothing) {
  quota_ = MakeQuota(4, 10'000);
  Add("a", {100, 9'000, {}});
  Add("b", {100, 2'000, {}});
  EXPECT_THAT(Running(), ElementsAre("a"));
  EXPECT_EQ(WaitsFor(claims_, "b"), "2000 MB of memory, of which 1000 are free");
}

TEST_F(ScheduleTest, ASmallJobGoesAheadWhereTheBigOneStillFits) {
  AddCores("a", 2);
  AddCores("big", 3);
  AddCores("small", 1);
  EXPECT_THAT(Running(), ElementsAre("a", "small"));
  End("a");
  EXPECT_THAT(Running(), ElementsAre("big", "small"));
}

TEST_F(ScheduleTest, SmallJobsNeverStarveABigOne) {
  AddCores("a", 1);
  AddCores("big", 4);
  for (const char* name : {"b", "c", "d"}) AddCores(name, 1);
  EXPECT_THAT(Running(), ElementsAre("a"));
  EXPECT_EQ(WaitsFor(claims_, "b"), "1 job that came before");
  End("a");
  EXPECT_THAT(Running(), ElementsAre("big"));
}

// Whatever comes after a big job, it starts when those have ended that ran when it came to the
// front.
TEST_F(ScheduleTest, TheWaitOfTheFrontIsBounded) {
  std::mt19937 random(7);
  const auto below = [&random](int limit) {
    return static_cast<int>(random() % static_cast<unsigned>(limit));
  };
  for (int round = 0; round < 300; ++round) {
    claims_.clear();
    quota_ = MakeQuota(2 + below(7), 1000 + below(4) * 1000, below(4));
    const int most = static_cast<int>(quota_.cpu) / kCores;
    const auto any = [&] {
      // Sessions may have quotas of their own.
      quota_.cpu = (most - below(2)) * kCores;
      Demand demand{(1 + below(most - 1)) * kCores, below(static_cast<int>(quota_.memory_mb)), {}};
      const int kinds[] = {25, 50, 100};
      if (!quota_.cards.empty() && below(2) == 0) demand.gpus = {kinds[below(3)]};
      return demand;
    };
    for (int i = 0; i < 4; ++i) Add("old" + std::to_string(i), any());
    const std::vector<std::string> before = Running();
    const std::vector<QueuedClaim> known = claims_;
    const auto front = std::find_if(known.begin(), known.end(),
                                    [](const QueuedClaim& one) { return !one.claim.granted; });
    if (front == known.end()) continue;
    for (int i = 0; i < 10; ++i) Add("new" + std::to_string(i), any());
    for (const std::string& name : before) End(name);
    EXPECT_THAT(Running(), ::testing::Contains(front->claim.job_id)) << round;
    // And nothing is ever given twice.
    int64_t cpu = 0;
    CardUse use;
    for (const QueuedClaim& one : claims_) {
      if (!one.claim.granted) continue;
      cpu += one.demand.cpu;
      AddUse(one.demand.gpus, one.cards, &use);
    }
    EXPECT_LE(cpu, most * kCores);
    for (const auto& [card, used] : use) EXPECT_LE(used, 100) << card;
  }
}

TEST_F(ScheduleTest, CardsAreGivenWholeAndInShares) {
  quota_ = MakeQuota(100, 100'000, 4);
  Add("two", {100, 0, {200}});
  Add("shares", {100, 0, {50, 25}});
  Add("whole", {100, 0, {0, 100}});
  EXPECT_THAT(CardsOf("two"), ElementsAre(ElementsAre(0, 1)));
  EXPECT_THAT(CardsOf("shares"), ElementsAre(ElementsAre(2), ElementsAre(2)));
  EXPECT_THAT(CardsOf("whole"), ElementsAre(IsEmpty(), ElementsAre(3)));
  Add("more", {100, 0, {100}});
  EXPECT_EQ(WaitsFor(claims_, "more"), "1 GPU, of which 0 are free");
}

TEST_F(ScheduleTest, AnEmptyQueueWaitsForNothing) {
  Schedule(&claims_);
  EXPECT_EQ(WaitsFor(claims_, "none"), "");
}

TEST(ClaimTest, ListsComeBackAsTheyWere) {
  QueuedClaim queued;
  queued.claim.job_id = "j";
  queued.demand = {150, 2000, {100, 25}};
  queued.quota = MakeQuota(2, 1000, 2);
  queued.cards = {{0}, {1}};
  const QueuedClaim read = ReadClaim(WriteClaim(queued));
  EXPECT_EQ(read.demand, queued.demand);
  EXPECT_EQ(read.quota, queued.quota);
  EXPECT_EQ(read.cards, queued.cards);
}

}  // namespace
}  // namespace paisql::jobs
