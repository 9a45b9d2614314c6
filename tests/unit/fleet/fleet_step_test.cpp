#include "fleet/plan/fleet_step.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace paisql::fleet {

void PrintTo(const InstanceKey& key, std::ostream* out) {
  *out << key.service_id << "-" << key.version << "-" << key.index;
}

namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;
using Phase = InstancePhase;
using Role = VersionRole;

constexpr int64_t kNow = 1000;

InstanceKey Key(int64_t version, int index = 0, int64_t service = 1) {
  return {service, version, index};
}
InstanceSeen Seen(InstanceKey key, Phase phase) {
  InstanceSeen seen{key, phase};
  seen.was_ready = phase == Phase::kReady || phase == Phase::kDraining;
  return seen;
}
VersionWish Main(int64_t version, int64_t instances = 1, int64_t replaced = 0) {
  return {version, Role::kMain, 100, instances, replaced};
}
VersionWish Retired(int64_t version, int64_t instances = 1, int64_t replaced = 0) {
  return {version, Role::kRetired, 0, instances, replaced};
}
ServiceWish Wish(std::vector<VersionWish> versions, bool running = true) {
  return {1, running, std::move(versions)};
}
std::map<int64_t, int64_t> Weights(const FleetStep& step) {
  std::map<int64_t, int64_t> weights;
  for (const RouteShare& share : step.routes.at(0).shares) weights[share.version] = share.weight;
  return weights;
}

TEST(FleetStep, ANewServiceStartsAllItsInstances) {
  const FleetStep step = DecideFleet({Wish({Main(1, 3)})}, {}, kNow);
  EXPECT_THAT(step.start, ElementsAre(Key(1, 0), Key(1, 1), Key(1, 2)));
  EXPECT_THAT(step.drain, IsEmpty());
}

TEST(FleetStep, WhatIsThereIsLeftAlone) {
  const FleetStep step =
      DecideFleet({Wish({Main(1, 2)})},
                  {Seen(Key(1, 0), Phase::kReady), Seen(Key(1, 1), Phase::kStarting)}, kNow);
  EXPECT_THAT(step.start, IsEmpty());
  EXPECT_THAT(step.drain, IsEmpty());
  EXPECT_THAT(step.routes.at(0).shares.at(0).ready, ElementsAre(Key(1, 0)));
}

TEST(FleetStep, FewerInstancesEndTheUnreadyOnesFirst) {
  const FleetStep step =
      DecideFleet({Wish({Main(1, 1)})},
                  {Seen(Key(1, 0), Phase::kStarting), Seen(Key(1, 1), Phase::kReady),
                   Seen(Key(1, 2), Phase::kReady)},
                  kNow);
  EXPECT_THAT(step.drain, UnorderedElementsAre(Key(1, 0), Key(1, 2)));
  EXPECT_THAT(step.routes.at(0).shares.at(0).ready, ElementsAre(Key(1, 1)));
}

TEST(FleetStep, APauseIsWaitedFor) {
  InstanceSeen paused = Seen(Key(1), Phase::kPaused);
  paused.retry_ms = kNow + 50;
  FleetStep step = DecideFleet({Wish({Main(1)})}, {paused}, kNow);
  EXPECT_THAT(step.start, IsEmpty());
  EXPECT_EQ(step.next_ms, kNow + 50);
  step = DecideFleet({Wish({Main(1)})}, {paused}, kNow + 50);
  EXPECT_THAT(step.start, ElementsAre(Key(1)));
}

TEST(FleetStep, TheOldVersionAnswersUntilTheNewOneDoes) {
  const ServiceWish wish = Wish({Retired(1), Main(2, 1, 1)});
  const InstanceSeen old = Seen(Key(1), Phase::kReady);
  FleetStep step = DecideFleet({wish}, {old}, kNow);
  EXPECT_THAT(step.start, ElementsAre(Key(2)));
  EXPECT_THAT(step.drain, IsEmpty());
  EXPECT_EQ(Weights(step)[1], 100);
  EXPECT_EQ(Weights(step)[2], 0);

  step = DecideFleet({wish}, {old, Seen(Key(2), Phase::kReady)}, kNow);
  EXPECT_THAT(step.drain, ElementsAre(Key(1)));
  EXPECT_EQ(Weights(step)[2], 100);
  EXPECT_FALSE(Weights(step).contains(1));
}

TEST(FleetStep, AnOldVersionThatMustAnswerIsStartedAgain) {
  InstanceSeen old = Seen(Key(1), Phase::kPaused);
  old.was_ready = true;
  old.retry_ms = kNow;
  InstanceSeen broken = Seen(Key(2), Phase::kPaused);
  broken.retry_ms = kNow + 500;
  const FleetStep step = DecideFleet({Wish({Retired(1), Main(2, 1, 1)})}, {old, broken}, kNow);
  EXPECT_THAT(step.start, ElementsAre(Key(1)));
  EXPECT_THAT(step.forget, IsEmpty());
}

TEST(FleetStep, BehindAVersionThatNeverAnsweredStandsTheOneBefore) {
  const ServiceWish wish = Wish({Retired(1), Retired(2, 1, 1), Main(3, 1, 2)});
  const FleetStep step =
      DecideFleet({wish}, {Seen(Key(1), Phase::kReady), Seen(Key(2), Phase::kStarting)}, kNow);
  EXPECT_THAT(step.start, ElementsAre(Key(3)));
  EXPECT_THAT(step.drain, ElementsAre(Key(2)));
  EXPECT_EQ(Weights(step)[1], 100);
}

TEST(FleetStep, ManyInstancesAreReplacedSomeAtATime) {
  const ServiceWish wish = Wish({Retired(1, 4), Main(2, 4, 1)});
  std::vector<InstanceSeen> seen;
  for (int i = 0; i < 4; ++i) seen.push_back(Seen(Key(1, i), Phase::kReady));
  FleetStep step = DecideFleet({wish}, seen, kNow);
  EXPECT_THAT(step.start, ElementsAre(Key(2, 0)));
  EXPECT_THAT(step.drain, IsEmpty());

  seen.push_back(Seen(Key(2, 0), Phase::kReady));
  step = DecideFleet({wish}, seen, kNow);
  EXPECT_THAT(step.start, ElementsAre(Key(2, 1)));
  EXPECT_EQ(step.drain.size(), 1U);
  EXPECT_EQ(Weights(step)[1], 3 * Weights(step)[2]);
}

TEST(FleetStep, AnOldSpecificationIsReplacedInTheSameVersion) {
  InstanceSeen old = Seen(Key(1, 0), Phase::kReady);
  old.current = false;
  FleetStep step = DecideFleet({Wish({Main(1)})}, {old}, kNow);
  EXPECT_THAT(step.start, ElementsAre(Key(1, 1)));
  EXPECT_THAT(step.drain, IsEmpty());
  EXPECT_THAT(step.routes.at(0).shares.at(0).ready, ElementsAre(Key(1, 0)));

  step = DecideFleet({Wish({Main(1)})}, {old, Seen(Key(1, 1), Phase::kReady)}, kNow);
  EXPECT_THAT(step.drain, ElementsAre(Key(1, 0)));
  EXPECT_THAT(step.routes.at(0).shares.at(0).ready, ElementsAre(Key(1, 1)));
}

TEST(FleetStep, SharesOfMainAndGreyAndTheMirror) {
  const ServiceWish wish =
      Wish({{1, Role::kMain, 90, 1, 0}, {2, Role::kGrey, 10, 1, 0}, {3, Role::kMirror, 50, 1, 0}});
  const FleetStep step = DecideFleet(
      {wish},
      {Seen(Key(1), Phase::kReady), Seen(Key(2), Phase::kReady), Seen(Key(3), Phase::kReady)},
      kNow);
  EXPECT_EQ(Weights(step), (std::map<int64_t, int64_t>{{1, 90}, {2, 10}, {3, 0}}));
  EXPECT_EQ(step.routes.at(0).mirror_version, 3);
  EXPECT_EQ(step.routes.at(0).mirror_percent, 50);
}

TEST(FleetStep, StoppedAndDroppedServicesEnd) {
  InstanceSeen paused = Seen(Key(1, 1), Phase::kPaused);
  const std::vector<InstanceSeen> seen = {Seen(Key(1), Phase::kReady), paused,
                                          Seen(Key(1, 0, 2), Phase::kStarting)};
  for (const auto& wishes : {std::vector<ServiceWish>{Wish({Main(1)}, false)}, {}}) {
    const FleetStep step = DecideFleet(wishes, seen, kNow);
    EXPECT_THAT(step.drain, ElementsAre(Key(1), Key(1, 0, 2)));
    EXPECT_THAT(step.forget, ElementsAre(Key(1, 1)));
    EXPECT_THAT(step.routes, IsEmpty());
    EXPECT_THAT(step.start, IsEmpty());
  }
}

TEST(FleetStep, ADrainingInstanceKeepsItsPlaceUntilItHasEnded) {
  const FleetStep step = DecideFleet({Wish({Main(1)})}, {Seen(Key(1, 0), Phase::kDraining)}, kNow);
  EXPECT_THAT(step.start, ElementsAre(Key(1, 1)));
  EXPECT_THAT(step.drain, IsEmpty());
}

// A small world: what is started becomes ready, what is drained ends. Whatever is wanted next, the
// requests of a service that has answered once always have somebody to go to.
TEST(FleetStep, NoRolloutEverLeavesAServiceWithoutInstances) {
  std::vector<InstanceSeen> world;
  std::vector<ServiceWish> wanted = {
      Wish({Main(1, 3)}),
      Wish({Retired(1, 3), Main(2, 2, 1)}),
      Wish({Retired(1, 3), Retired(2, 2, 1), Main(3, 5, 2)}),
      Wish({Main(1, 1, 3), Retired(2, 2, 1), Retired(3, 5, 2)}),
  };
  bool answered = false;
  for (const ServiceWish& wish : wanted) {
    for (int turn = 0; turn < 40; ++turn) {
      const FleetStep step = DecideFleet({wish}, world, kNow);
      size_t ready = 0;
      for (const RouteShare& share : step.routes.at(0).shares) {
        if (share.weight > 0) ready += share.ready.size();
      }
      if (answered) {
        ASSERT_GT(ready, 0U) << "turn " << turn;
      }
      answered = answered || ready > 0;
      for (InstanceSeen& one : world) {
        if (one.phase == Phase::kStarting) one.phase = Phase::kReady;
        one.was_ready = one.was_ready || one.phase == Phase::kReady;
      }
      std::erase_if(world, [](const InstanceSeen& one) { return one.phase == Phase::kDraining; });
      for (const InstanceKey& key : step.start) world.push_back(Seen(key, Phase::kStarting));
      for (InstanceSeen& one : world) {
        const bool drained =
            std::find(step.drain.begin(), step.drain.end(), one.key) != step.drain.end();
        if (drained) one.phase = Phase::kDraining;
      }
    }
    const VersionWish* main = nullptr;
    for (const VersionWish& version : wish.versions) {
      if (version.role == Role::kMain) main = &version;
    }
    EXPECT_EQ(world.size(), static_cast<size_t>(main->instances));
    for (const InstanceSeen& one : world) EXPECT_EQ(one.key.version, main->version);
  }
}

TEST(FleetStep, PausesDouble) {
  EXPECT_EQ(PauseMs(1), 100);
  EXPECT_EQ(PauseMs(2), 200);
  EXPECT_EQ(PauseMs(5), 1600);
  EXPECT_EQ(PauseMs(10), 30'000);
  EXPECT_EQ(PauseMs(1000), 30'000);
}

}  // namespace
}  // namespace paisql::fleet
