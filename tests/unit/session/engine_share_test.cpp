#include "session/engine_share.h"

#include <gtest/gtest.h>

namespace paisql::session {
namespace {

constexpr int64_t kMb = 1 << 20;
constexpr int64_t kGb = 1024 * kMb;

jobs::HomeLoad Load(int64_t cpu, int64_t memory_mb) { return {cpu, memory_mb, 800, 16'000}; }

TEST(EngineShareTest, WithoutJobsTheEngineTakesWhatItWants) {
  EXPECT_EQ(ShareBesideJobs({}, {}), engine::EngineShare{});
  EXPECT_EQ(ShareBesideJobs({}, {8 * kGb, 3}), (engine::EngineShare{8 * kGb, 3}));
}

TEST(EngineShareTest, ItTakesWhatJobsLeave) {
  EXPECT_EQ(ShareBesideJobs(Load(300, 6000), {}), (engine::EngineShare{8000 * kMb, 5}));
  EXPECT_EQ(ShareBesideJobs(Load(350, 0), {}), (engine::EngineShare{0, 4}));
}

TEST(EngineShareTest, AndNeverLessThanItNeeds) {
  EXPECT_EQ(ShareBesideJobs(Load(800, 16'000), {}), (engine::EngineShare{4000 * kMb, 1}));
  EXPECT_EQ(ShareBesideJobs(Load(9000, 90'000), {}), (engine::EngineShare{4000 * kMb, 1}));
}

TEST(EngineShareTest, WhatTheUserHasSetStays) {
  EXPECT_EQ(ShareBesideJobs(Load(800, 16'000), {12 * kGb, 8}), (engine::EngineShare{12 * kGb, 8}));
}

}  // namespace
}  // namespace paisql::session
