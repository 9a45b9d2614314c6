#include "fleet/plan/autoscaler.h"

#include <gtest/gtest.h>

#include <vector>

namespace paisql::fleet {
namespace {

using Phase = InstancePhase;
using Role = VersionRole;

constexpr int64_t kSecond = 1000;

serving::Scaling ByRequests(int64_t least, int64_t most, int64_t qps, int64_t down_window_ms = 0) {
  serving::Scaling scaling;
  scaling.least = least;
  scaling.most = most;
  scaling.qps = qps;
  scaling.down_window_ms = down_window_ms;
  return scaling;
}

// One service whose number of instances follows the load, and the clock.
class AutoscalerTest : public testing::Test {
 protected:
  void Wish(std::vector<VersionWish> versions, const serving::Scaling& scaling) {
    service_.wish = {1, true, std::move(versions)};
    service_.scaling = scaling;
  }
  void Run(int64_t version, int count) {
    std::erase_if(seen_, [version](const auto& one) { return one.key.version == version; });
    for (int i = 0; i < count; ++i) seen_.push_back({{1, version, i}, Phase::kReady});
  }
  // So many requests a second for some seconds.
  void Ask(int64_t version, int64_t rate, int seconds) {
    for (int i = 0; i < seconds; ++i) {
      now_ms_ += kSecond;
      total_ += rate;
      scaler_.SeeRequests({1, version}, total_, now_ms_);
      (void)Instances(version);
    }
  }
  int64_t Instances(int64_t version) {
    std::vector<ServiceWish> wishes = {service_.wish};
    scaler_.Apply({service_}, seen_, now_ms_, &wishes);
    for (const VersionWish& one : wishes[0].versions) {
      if (one.version == version) return one.instances;
    }
    return -1;
  }

  DesiredService service_;
  std::vector<InstanceSeen> seen_;
  Autoscaler scaler_;
  int64_t now_ms_ = 100 * kSecond;
  int64_t total_ = 0;
};

TEST_F(AutoscalerTest, AsManyAsTheRequestsNeed) {
  Wish({{1, Role::kMain, 100, 1, 0}}, ByRequests(1, 5, 10));
  EXPECT_EQ(Instances(1), 1);
  Ask(1, 35, 12);
  EXPECT_EQ(Instances(1), 4);
  Ask(1, 500, 12);
  EXPECT_EQ(Instances(1), 5);
  Ask(1, 12, 12);
  EXPECT_EQ(Instances(1), 2);
}

TEST_F(AutoscalerTest, ATenthMoreOrLessChangesNothing) {
  Wish({{1, Role::kMain, 100, 1, 0}}, ByRequests(1, 5, 10));
  Ask(1, 20, 12);
  ASSERT_EQ(Instances(1), 2);
  Ask(1, 21, 12);
  EXPECT_EQ(Instances(1), 2);
}

TEST_F(AutoscalerTest, WhatIsNotKnownTakesNoInstanceAway) {
  Wish({{1, Role::kMain, 100, 1, 0}}, ByRequests(1, 5, 10));
  Ask(1, 40, 12);
  ASSERT_EQ(Instances(1), 4);
  Run(1, 4);
  // Nobody tells anything for a minute; then a front that counts anew does.
  now_ms_ += 60 * kSecond;
  EXPECT_EQ(Instances(1), 4);
  total_ = 0;
  scaler_.SeeRequests({1, 1}, 0, now_ms_);
  now_ms_ += 2 * kSecond;
  EXPECT_EQ(Instances(1), 4);
}

TEST_F(AutoscalerTest, FewerOnlyAfterTheWindow) {
  Wish({{1, Role::kMain, 100, 1, 0}}, ByRequests(1, 5, 10, 30 * kSecond));
  Ask(1, 40, 12);
  ASSERT_EQ(Instances(1), 4);
  Ask(1, 0, 20);
  EXPECT_EQ(Instances(1), 4);
  Ask(1, 0, 40);
  EXPECT_EQ(Instances(1), 1);
}

TEST_F(AutoscalerTest, ANewMainVersionBeginsWithAsManyAsTheOneBefore) {
  Wish({{1, Role::kMain, 100, 1, 0}}, ByRequests(1, 5, 10));
  Ask(1, 40, 12);
  ASSERT_EQ(Instances(1), 4);
  Run(1, 4);
  Wish({{1, Role::kRetired, 0, 1, 0}, {2, Role::kMain, 100, 1, 1}}, ByRequests(1, 5, 10));
  EXPECT_EQ(Instances(2), 4);
  // Back again likewise, though none of it runs.
  Run(2, 2);
  Run(1, 0);
  Wish({{1, Role::kMain, 100, 1, 2}, {2, Role::kRetired, 0, 1, 1}}, ByRequests(1, 5, 10));
  EXPECT_EQ(Instances(1), 4);
}

TEST_F(AutoscalerTest, AGreyVersionBeginsWithTheFewest) {
  Wish({{1, Role::kMain, 90, 1, 0}, {2, Role::kGrey, 10, 1, 0}}, ByRequests(2, 5, 10));
  EXPECT_EQ(Instances(1), 2);
  EXPECT_EQ(Instances(2), 2);
}

TEST_F(AutoscalerTest, ASupervisorThatTakesOverKeepsWhatRuns) {
  Run(1, 3);
  Wish({{1, Role::kMain, 100, 1, 0}}, ByRequests(1, 5, 10, 300 * kSecond));
  EXPECT_EQ(Instances(1), 3);
  Ask(1, 1, 20);
  EXPECT_EQ(Instances(1), 3);
}

TEST_F(AutoscalerTest, ByHowBusyItIs) {
  serving::Scaling scaling = ByRequests(1, 8, 0);
  scaling.cpu = 50;
  Wish({{1, Role::kMain, 100, 1, 0}}, scaling);
  Run(1, 1);
  for (int i = 0; i < 4; ++i) {
    now_ms_ += kSecond;
    scaler_.SeeCpu({1, 1, 0}, i * 1000, now_ms_);
    (void)Instances(1);
  }
  EXPECT_EQ(Instances(1), 2);  // all of its core is twice what one is to have
  // One that is new says nothing yet.
  Run(1, 2);
  EXPECT_EQ(Instances(1), 2);
  Run(1, 1);
  // Of four cores that it claims it is a quarter, so one is enough.
  scaler_ = Autoscaler();
  service_.launches[1].options.cpu = 400;
  for (int i = 0; i < 4; ++i) {
    now_ms_ += kSecond;
    scaler_.SeeCpu({1, 1, 0}, i * 1000, now_ms_);
    (void)Instances(1);
  }
  EXPECT_EQ(Instances(1), 1);
}

TEST_F(AutoscalerTest, FixedNumbersStay) {
  Wish({{1, Role::kMain, 100, 3, 0}}, {});
  service_.scaling.reset();
  EXPECT_EQ(Instances(1), 3);
}

}  // namespace
}  // namespace paisql::fleet
