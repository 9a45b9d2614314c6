#include "nodes/schedule/cycles.h"

#include <gtest/gtest.h>

#include <map>

#include "nodes/run/scheduler.h"
#include "variables/schedule.h"

namespace paisql::nodes {
namespace {

using Names = std::vector<std::string>;

struct Written {
  std::string name;
  std::string cron;
  std::vector<size_t> after;
};

class CyclesTest : public testing::Test {
 protected:
  void Write(const std::vector<Written>& nodes) {
    for (const Written& written : nodes) {
      Node node;
      node.name = written.name;
      node.cron = written.cron;
      flow_.nodes.push_back(node);
      std::vector<Edge> edges;
      for (const size_t from : written.after) edges.push_back({from, "", {}});
      graph_.after.push_back(edges);
      graph_.order.push_back(graph_.order.size());
    }
    graph_.sources.resize(nodes.size());
    graph_.merged.resize(nodes.size());
    moment_.bizdate = variables::ReadBizdate("20260101").value();
  }

  // Instance -> those that it waits for.
  std::map<std::string, Names> Expand() {
    made_ = ExpandCycles(flow_, graph_, moment_);
    std::map<std::string, Names> waits;
    if (!made_.has_value()) return waits;
    for (const size_t i : made_->graph.order) {
      Names& names = waits[made_->flow.nodes[i].name];
      for (const Edge& edge : made_->graph.after[i]) {
        names.push_back(made_->flow.nodes[edge.from].name);
      }
    }
    return waits;
  }

  Flow flow_;
  Graph graph_;
  RunMoment moment_;
  std::optional<Cycles> made_;
};

TEST_F(CyclesTest, HourlyNodesAmongDailyOnes) {
  Write({{"base", "0 0 1 * * ?", {}},
         {"load", "0 0 */8 * * ?", {0}},
         {"clean", "0 30 */8 * * ?", {1}},
         {"report", "0 0 2 * * ?", {2}}});
  const std::map<std::string, Names> expected = {
      {"base", {}},
      {"load@0000", {"base"}},
      {"load@0800", {"base"}},
      {"load@1600", {"base"}},
      {"clean@0030", {"load@0000"}},
      {"clean@0830", {"load@0800"}},
      {"clean@1630", {"load@1600"}},
      {"report", {"clean@0030", "clean@0830", "clean@1630"}}};
  EXPECT_EQ(Expand(), expected);
  EXPECT_TRUE(MayHaveCycles(flow_));
  const Node& last = made_->flow.nodes[3];
  EXPECT_EQ(last.cycle_of, "load");
  EXPECT_TRUE(last.behind_last);
  EXPECT_FALSE(made_->flow.nodes[1].behind_last);
  EXPECT_EQ(ScheduleOf(made_->flow, last, moment_).cyctime,
            variables::ReadCyctime("20260102160000").value());
}

TEST_F(CyclesTest, OfOtherFrequencies) {
  Write({{"often", "0 0 */6 * * ?", {}},
         {"seldom", "0 0 7,19 * * ?", {0}},
         {"most", "0 0 */4 * * ?", {1}}});
  const std::map<std::string, Names> waits = Expand();
  EXPECT_EQ(waits.at("seldom@0700"), (Names{"often@0000", "often@0600"}));
  EXPECT_EQ(waits.at("seldom@1900"), (Names{"often@1200", "often@1800"}));
  EXPECT_EQ(waits.at("most@0400"), Names());
  EXPECT_EQ(waits.at("most@0800"), Names{"seldom@0700"});
  EXPECT_EQ(waits.at("most@1600"), Names{"seldom@0700"});
}

TEST_F(CyclesTest, WhereNothingIsDueTwice) {
  Write({{"a", "0 0 1 * * ?", {}}, {"b", "0 0 2,3 3 * ?", {0}}});
  EXPECT_TRUE(MayHaveCycles(flow_));
  // b is due on the third day of a month.
  EXPECT_TRUE(Expand().empty());
  flow_.nodes.pop_back();
  EXPECT_FALSE(MayHaveCycles(flow_));
}

TEST_F(CyclesTest, OneTimeOfTheDayAlone) {
  Write({{"load", "0 0 */8 * * ?", {}}, {"report", "0 0 2 * * ?", {0}}});
  moment_.cyctime = variables::ReadCyctime("20260102080000");
  const std::map<std::string, Names> expected = {{"load@0800", {}}, {"report", {"load@0800"}}};
  EXPECT_EQ(Expand(), expected);
}

TEST_F(CyclesTest, TheDayBefore) {
  Write({{"load", "0 0 */8 * * ?", {}}, {"report", "0 0 2 * * ?", {}}});
  flow_.nodes[0].previous = {{"self", {}}};
  flow_.nodes[1].previous = {{"load", {}}, {"self", {}}};
  EXPECT_EQ(Expand().at("load@0800"), Names{"load@0000"});
  const auto names = [&](size_t i) {
    Names all;
    for (const Named& one : made_->flow.nodes[i].previous) all.push_back(one.name);
    return all;
  };
  EXPECT_EQ(names(0), Names{"load@1600"});
  EXPECT_EQ(names(1), Names());
  EXPECT_EQ(names(3), (Names{"load@0000", "load@0800", "load@1600", "self"}));
}

TEST(FollowerTest, BeginsBehindAnyEnd) {
  std::vector<Rules> rules(5);
  for (size_t i = 1; i < 4; ++i) rules[i].behind = i - 1;
  rules[2].dry = true;
  rules[4].after = {0};
  Scheduler scheduler(rules);
  size_t node = 9;
  ASSERT_TRUE(scheduler.BeginNext(0, node));
  EXPECT_EQ(node, 0U);
  EXPECT_FALSE(scheduler.BeginNext(0, node));
  scheduler.Fail(0, 0);
  EXPECT_EQ(scheduler.reason(4), Reason::kBlocked);
  ASSERT_TRUE(scheduler.BeginNext(0, node));
  EXPECT_EQ(node, 1U);
  scheduler.Succeed(1);
  EXPECT_EQ(scheduler.state(2), State::kSuccess);
  ASSERT_TRUE(scheduler.BeginNext(0, node));
  EXPECT_EQ(node, 3U);
  scheduler.Succeed(3);
  EXPECT_TRUE(scheduler.Ended());
}

}  // namespace
}  // namespace paisql::nodes
