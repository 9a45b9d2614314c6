// What becomes of a job that asks for more than there is.

#include "jobs/spec/fit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace paisql::jobs {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

RoleSpec Role(const std::string& name, int count, int cpu = 0, int memory_mb = 0, int gpu = 0) {
  RoleSpec role;
  role.name = name;
  role.count = count;
  role.cpu = cpu;
  role.memory_mb = memory_mb;
  role.gpu = gpu;
  return role;
}

FittedJob Fit(const std::vector<RoleSpec>& roles, const Quota& quota) {
  const auto job = FitJob(roles, quota, true);
  EXPECT_TRUE(job.ok());
  return job.ok() ? *job : FittedJob{};
}

std::vector<int> Counts(const FittedJob& job) {
  std::vector<int> counts;
  for (const RoleSpec& role : job.roles) counts.push_back(role.count);
  return counts;
}

TEST(FitTest, WhatFitsIsLeftAsItIs) {
  const std::vector<RoleSpec> roles = {Role("ps", 1, 100, 1000), Role("worker", 2, 200, 4000)};
  const FittedJob job = Fit(roles, {800, 16'000, {}});
  EXPECT_EQ(job.roles, roles);
  EXPECT_EQ(job.note, "");
  EXPECT_EQ(job.demand, (Demand{500, 9000, {0, 0, 0}}));
}

TEST(FitTest, AClusterOfThePlatformSharesTheCoresOfALaptop) {
  const FittedJob job = Fit({Role("worker", 5, 600)}, {200, 16'000, {}});
  EXPECT_THAT(Counts(job), ElementsAre(5));
  EXPECT_EQ(job.roles[0].cpu, 200);
  EXPECT_EQ(job.demand.cpu, 200);
  EXPECT_EQ(job.note,
            "the job is fitted to what there is: 2 cores instead of 30 for its 5 processes; "
            "SET paisql.quota.fit=false; refuses such a job");
}

TEST(FitTest, MemoryAndCardsAreFittedToo) {
  const FittedJob job =
      Fit({Role("worker", 1, 100, 30'000, 800)}, {200, 16'000, {{0, 16'000}, {1, 16'000}}});
  EXPECT_EQ(job.roles[0].memory_mb, 16'000);
  EXPECT_THAT(job.demand.gpus, ElementsAre(200));
  EXPECT_THAT(job.note, HasSubstr("16000 MB of memory instead of 30000, 2 GPUs instead of 8; "));
}

TEST(FitTest, ThePlatformsDefaultsAreNothingThatAStatementAsksFor) {
  RoleSpec role = Role("worker", 4, 600, 30'000, 100);
  role.default_cpu = role.default_memory = role.default_gpu = true;
  const FittedJob job = Fit({role}, {200, 16'000, {{0, 16'000}}});
  EXPECT_EQ(job.note, "");
  EXPECT_EQ(job.roles[0].cpu, 600);
  EXPECT_THAT(job.demand.gpus, ElementsAre(25, 25, 25, 25));
}

TEST(FitTest, ProcessesBecomeFewerOnlyWhereTheirLeastIsTooMuch) {
  const std::vector<RoleSpec> roles = {Role("ps", 10), Role("chief", 1), Role("worker", 40),
                                       Role("evaluator", 1)};
  EXPECT_THAT(Counts(Fit(roles, {600, 90'000, {}})), ElementsAre(10, 1, 40, 1));
  EXPECT_THAT(Counts(Fit(roles, {200, 90'000, {}})), ElementsAre(3, 1, 15, 1));
  const FittedJob by_memory = Fit(roles, {800, 8000, {}});
  EXPECT_THAT(Counts(by_memory), ElementsAre(3, 1, 11, 1));
  EXPECT_EQ(by_memory.note,
            "the job is fitted to what there is: 3 ps instead of 10, 11 workers instead of 40 for "
            "its 16 processes; SET paisql.quota.fit=false; refuses such a job");
  EXPECT_EQ(by_memory.demand.gpus.size(), 16U);
}

TEST(FitTest, NoRoleIsLeftOutAndWorkersKeepACompanion) {
  const std::vector<RoleSpec> roles = {Role("ps", 9), Role("worker", 9), Role("evaluator", 1)};
  EXPECT_THAT(Counts(Fit(roles, {1, 100, {}})), ElementsAre(1, 2, 1));
  EXPECT_THAT(Counts(Fit({Role("worker", 1)}, {1, 100, {}})), ElementsAre(1));
}

TEST(FitTest, WithoutFittingTooMuchIsRefusedWithTheNumbers) {
  const auto cores = FitJob({Role("worker", 5, 600)}, {200, 16'000, {}}, false);
  ASSERT_FALSE(cores.ok());
  EXPECT_EQ(cores.error().detail,
            "the job requests 30 cores, and all jobs together may use 2 cores");
  const auto processes = FitJob({Role("worker", 50)}, {200, 16'000, {}}, false);
  ASSERT_FALSE(processes.ok());
  EXPECT_EQ(processes.error().detail,
            "the job requests 50 processes, and all jobs together may use 2 cores and 16000 MB, "
            "enough for 20");
}

}  // namespace
}  // namespace paisql::jobs
