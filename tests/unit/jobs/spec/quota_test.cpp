#include "jobs/spec/quota.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace paisql::jobs {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Quota MakeQuota(int64_t cpu, int64_t memory_mb, int cards) {
  Quota quota{cpu, memory_mb, {}};
  for (int i = 0; i < cards; ++i) quota.cards.push_back({i, 16'000});
  return quota;
}

RoleSpec Wanted(int count, int gpu, int cpu, int memory_mb) {
  RoleSpec role;
  role.count = count;
  role.gpu = gpu;
  role.cpu = cpu;
  role.memory_mb = memory_mb;
  return role;
}

// What the platform takes when a cluster says only count.
RoleSpec Defaults(int count, int gpu) {
  RoleSpec role = Wanted(count, gpu, 600, 30'000);
  role.default_gpu = role.default_cpu = role.default_memory = true;
  return role;
}

Demand Fits(const std::vector<RoleSpec>& roles, const Quota& quota, bool fit = false) {
  const auto demand = DemandOf(roles, quota, fit);
  EXPECT_TRUE(demand.ok()) << (demand.ok() ? "" : demand.error().detail);
  return demand.ok() ? *demand : Demand{};
}

std::string Refused(const std::vector<RoleSpec>& roles, const Quota& quota) {
  const auto demand = DemandOf(roles, quota, false);
  EXPECT_FALSE(demand.ok());
  if (demand.ok()) return "";
  EXPECT_THAT(demand.error().hint, HasSubstr("paisql.quota.fit"));
  return demand.error().detail;
}

TEST(DemandTest, WhatIsStatedCountsForEveryProcess) {
  EXPECT_EQ(Fits({Wanted(2, 0, 200, 4000), Wanted(1, 0, 100, 1000)}, MakeQuota(800, 16'000, 0)),
            (Demand{500, 9000, {0, 0, 0}}));
}

TEST(DemandTest, WhatIsNotStatedCountsAsOneCoreAndSomeMemory) {
  EXPECT_EQ(Fits({Wanted(1, 0, 0, 0)}, MakeQuota(800, 16'000, 0)), (Demand{100, 2000, {0}}));
  EXPECT_EQ(Fits({Defaults(3, 0)}, MakeQuota(800, 16'000, 0)), (Demand{300, 6000, {0, 0, 0}}));
}

TEST(DemandTest, WhatIsNotStatedIsNeverTooMuch) {
  EXPECT_EQ(Fits({Defaults(5, 0)}, MakeQuota(200, 3000, 0)).cpu, 200);
  EXPECT_EQ(Fits({Defaults(5, 0)}, MakeQuota(200, 3000, 0)).memory_mb, 3000);
  EXPECT_EQ(Fits({Wanted(1, 0, 150, 0), Defaults(2, 0)}, MakeQuota(200, 3000, 0)).cpu, 200);
}

TEST(DemandTest, TooMuchIsRefusedWithTheNumbers) {
  const Quota quota = MakeQuota(200, 3000, 2);
  EXPECT_EQ(Refused({Wanted(2, 0, 150, 0)}, quota),
            "the job requests 3 cores, and all jobs together may use 2 cores");
  EXPECT_EQ(Refused({Wanted(2, 0, 0, 2000)}, quota),
            "the job requests 4000 MB of memory, and all jobs together may use 3000 MB");
  EXPECT_EQ(Refused({Wanted(1, 300, 0, 0)}, quota),
            "the job requests 3 GPUs, and all jobs together may use 2 GPUs");
}

TEST(DemandTest, TooMuchIsCutWhereTheUserWantsThat) {
  EXPECT_EQ(Fits({Wanted(4, 100, 600, 30'000)}, MakeQuota(200, 3000, 2), true),
            (Demand{200, 3000, {50, 50, 50, 50}}));
  EXPECT_THAT(Fits({Wanted(1, 800, 0, 0)}, MakeQuota(200, 3000, 2), true).gpus, ElementsAre(200));
}

TEST(DemandTest, CardsThatAreADefaultAreShared) {
  EXPECT_THAT(Fits({Defaults(3, 100)}, MakeQuota(800, 90'000, 2)).gpus, ElementsAre(50, 50, 50));
  EXPECT_THAT(Fits({Defaults(2, 100)}, MakeQuota(800, 90'000, 2)).gpus, ElementsAre(100, 100));
}

TEST(DemandTest, WhatIsStatedComesBeforeADefault) {
  const Quota quota = MakeQuota(800, 90'000, 4);
  EXPECT_THAT(Fits({Wanted(1, 400, 0, 0), Defaults(1, 100)}, quota).gpus, ElementsAre(400, 0));
  EXPECT_THAT(Fits({Wanted(1, 300, 0, 0), Defaults(2, 100)}, quota).gpus, ElementsAre(300, 50, 50));
  EXPECT_EQ(Refused({Wanted(1, 800, 0, 0), Defaults(1, 100)}, quota),
            "the job requests 8 GPUs, and all jobs together may use 4 GPUs");
}

TEST(DemandTest, WithoutCardsEveryJobComputesOnCpus) {
  EXPECT_THAT(Fits({Wanted(2, 400, 0, 0)}, MakeQuota(800, 16'000, 0)).gpus, ElementsAre(0, 0));
}

TEST(QuotaTest, SettingsNarrowTheMachine) {
  const Quota machine = MakeQuota(800, 16'000, 4);
  QuotaLimits limits;
  EXPECT_EQ(NarrowQuota(machine, limits), machine);
  limits.cpu = 150;
  limits.memory_mb = 2000;
  limits.gpus = "1,3,9";
  const Quota quota = NarrowQuota(machine, limits);
  EXPECT_EQ(quota.cpu, 150);
  EXPECT_EQ(quota.memory_mb, 2000);
  EXPECT_THAT(quota.cards, ElementsAre(Card{1, 16'000}, Card{3, 16'000}, Card{9, 0}));
  limits.gpus = "none";
  EXPECT_TRUE(NarrowQuota(machine, limits).cards.empty());
}

TEST(QuotaTest, ComesBackAsItWasWritten) {
  const Quota quota = MakeQuota(150, 2000, 2);
  EXPECT_EQ(QuotaFromJson(QuotaJson(quota)), quota);
  EXPECT_EQ(QuotaFromJson("no json"), Quota{});
}

}  // namespace
}  // namespace paisql::jobs
