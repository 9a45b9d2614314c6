#include "serving/front/switchboard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace paisql::serving {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

ServiceRoute Route(std::vector<RouteVersion> versions) {
  ServiceRoute route;
  route.name = "churn";
  route.versions = std::move(versions);
  return route;
}

class SwitchboardTest : public testing::Test {
 protected:
  FrontMetrics metrics_;
  int idle_ = 0;
  Switchboard board_{metrics_, [this] { ++idle_; }};
};

TEST_F(SwitchboardTest, TheLeastLoadedInstanceIsChosen) {
  board_.Update({1, {Route({{"1", 100, {{"a", "11"}, {"b", "12"}}}})}});
  auto first = board_.Choose("churn", "", {});
  auto second = board_.Choose("churn", "", {});
  ASSERT_TRUE(first.has_value() && second.has_value());
  EXPECT_NE(first->hold.id(), second->hold.id());
  const std::string freed = first->hold.id();
  first.reset();
  EXPECT_EQ(board_.Choose("churn", "", {})->hold.id(), freed);
}

TEST_F(SwitchboardTest, SharesAreExactAlsoAcrossANewTableOfTheSameWeights) {
  std::map<std::string, int> counts;
  for (int i = 0; i < 100; ++i) {
    // Instances come and go; the split goes on.
    const std::string id = i % 3 == 0 ? "b" : "c";
    board_.Update({i + 1, {Route({{"1", 90, {{"a", "1"}}}, {"2", 10, {{id, "2"}}}})}});
    ++counts[board_.Choose("churn", "", {})->hold.id() == "a" ? "1" : "2"];
  }
  EXPECT_EQ(counts["1"], 90);
  EXPECT_EQ(counts["2"], 10);
}

TEST_F(SwitchboardTest, WhoNamesAVersionGetsIt) {
  board_.Update({1, {Route({{"1", 100, {{"a", "1"}}}, {"2", 0, {{"b", "2"}}}})}});
  EXPECT_EQ(board_.Choose("churn", "2", {})->hold.id(), "b");
  EXPECT_FALSE(board_.Choose("churn", "3", {}).has_value());
  EXPECT_EQ(board_.Choose("churn", "", {})->hold.id(), "a");
  EXPECT_FALSE(board_.Choose("other", "", {}).has_value());
}

TEST_F(SwitchboardTest, AGroupSharesExactlyAlsoAcrossANewTableOfTheSameMembers) {
  const GroupRoute group = {"live", {"token"}, {{"blue", 3}, {"green", 1}, {"idle", 0}}};
  const auto any = [](const std::string&) { return true; };
  std::map<std::string, int> counts;
  for (int i = 0; i < 40; ++i) {
    board_.Update({i + 1, {}, {group}});
    ++counts[*board_.FindGroup("live")->Next(any)];
  }
  EXPECT_EQ(counts, (std::map<std::string, int>{{"blue", 30}, {"green", 10}}));
  const auto not_blue = [](const std::string& service) { return service != "blue"; };
  EXPECT_EQ(board_.FindGroup("live")->Next(not_blue), "green");
  const auto idle = [](const std::string& service) { return service == "idle"; };
  EXPECT_FALSE(board_.FindGroup("live")->Next(idle).has_value());
  EXPECT_EQ(board_.FindGroup("dead"), nullptr);
  board_.Update({99, {}});
  EXPECT_EQ(board_.FindGroup("live"), nullptr);
}

TEST_F(SwitchboardTest, WhatWasTriedIsNotTriedAgain) {
  board_.Update({1, {Route({{"1", 99, {{"a", "1"}}}, {"2", 1, {{"b", "2"}}}})}});
  EXPECT_EQ(board_.Choose("churn", "", {"a"})->hold.id(), "b");
  EXPECT_FALSE(board_.Choose("churn", "", {"a", "b"}).has_value());
}

TEST_F(SwitchboardTest, ARemovedInstanceIsBusyUntilItsLastAnswer) {
  board_.Update({1, {Route({{"1", 100, {{"a", "1"}}}})}});
  auto held = board_.Choose("churn", "", {});
  board_.Update({2, {Route({{"1", 100, {{"b", "2"}}}})}});
  EXPECT_THAT(board_.BusyRemoved(), ElementsAre("a"));
  EXPECT_EQ(idle_, 0);
  held.reset();
  EXPECT_EQ(idle_, 1);
  EXPECT_THAT(board_.BusyRemoved(), IsEmpty());
}

TEST_F(SwitchboardTest, ReadyIsAServiceWithInstances) {
  EXPECT_TRUE(board_.AllReady());
  board_.Update({1, {Route({{"1", 100, {}}})}});
  EXPECT_FALSE(board_.AllReady());
  EXPECT_FALSE(board_.Find("churn")->HasReady());
}

TEST(Routes, JsonAndBack) {
  RouteTable table = {7, {Route({{"1", 90, {{"a", "1"}}}, {"2", 10, {}}})}};
  table.services[0].token = "s\"\n";
  table.services[0].mirror_version = "2";
  const Result<RouteTable> again = RoutesFromJson(RoutesToJson(table));
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(*again, table);
  EXPECT_FALSE(RoutesFromJson("{}").ok());
  EXPECT_FALSE(RoutesFromJson("nonsense").ok());
}

}  // namespace
}  // namespace paisql::serving
